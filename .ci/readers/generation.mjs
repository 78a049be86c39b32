// Meshes that navsmith generates beside those of Recast itself, from the same levels and settings.

import fs from 'node:fs';
import path from 'node:path';
import { exportNavMesh, init } from '@recast-navigation/core';
import { generateSoloNavMesh } from '@recast-navigation/generators';

import { levels } from './levels.mjs';

/** Settings of Recast, and those of navsmith. Recast squares areas of regions, in columns. */
const CONFIG = {
  cs: 0.3, ch: 0.2, walkableHeight: 10, walkableRadius: 2, walkableClimb: 4, walkableSlopeAngle: 45, maxVertsPerPoly: 6,
  minRegionArea: 8, mergeRegionArea: 20, maxEdgeLen: 12,
};
const OPTIONS = ['--preset', 'recast', '--min-area', '5.76', '--keep-insides'];

/** Share of the area by which the meshes may differ. */
const TOLERANCE = 0.03;

/** Number of random rooms. */
const ROOMS = 60;

/** Returns a level with a floor, and a box at each rectangle with X, Z, width and depth. */
function room(side, boxes) {
  const [positions, indices] = [[], []];
  const quad = (...corners) => {
    const first = positions.length / 3;
    positions.push(...corners.flat());
    indices.push(first, first + 1, first + 2, first, first + 2, first + 3);
  };
  quad([0, 0, 0], [0, 0, side], [side, 0, side], [side, 0, 0]);
  for (const [x, z, width, depth] of boxes) {
    const [right, far, y] = [x + width, z + depth, 3];
    quad([x, y, z], [x, y, far], [right, y, far], [right, y, z]);
    quad([x, 0, z], [x, 0, far], [x, y, far], [x, y, z]);
    quad([x, 0, far], [right, 0, far], [right, y, far], [x, y, far]);
    quad([right, 0, far], [right, 0, z], [right, y, z], [right, y, far]);
    quad([right, 0, z], [x, 0, z], [x, y, z], [right, y, z]);
  }
  return [positions, indices];
}

/** Returns rooms with pillars: in the middle, two in a region, in a ring of walls, and at random places. */
function rooms() {
  const ring = (low, high) => [
    [low, low, high - low, 0.6], [low, high - 0.6, high - low, 0.6], [low, low, 0.6, high - low],
    [high - 0.6, low, 0.6, (high - low) / 2 - 1.5], [high - 0.6, (high + low) / 2 + 1.5, 0.6, (high - low) / 2 - 1.5],
  ];
  const made = [
    ['one pillar', room(12, [[5, 5, 2, 2]])],
    ['two pillars', room(20, [[5, 9, 1, 1], [13, 9, 1, 1]])],
    ['pillars in rings', room(40, [...ring(5, 35), ...ring(12, 28), [8, 8, 1, 1], [8, 20, 1, 1], [19, 19, 1, 1], [22, 19, 1, 1]])],
  ];
  let state = 12345;
  const random = () => (state = (state * 1103515245 + 12345) % 2147483648) / 2147483648;
  for (let i = 0; i < ROOMS; i++) {
    const side = 10 + 20 * random();
    const boxes = Array.from({ length: 1 + (i % 5) }, () => {
      const [width, depth] = [0.5 + 3 * random(), 0.5 + 3 * random()];
      return [random() * (side - width), random() * (side - depth), width, depth];
    });
    made.push([`room ${i}`, room(side, boxes)]);
  }
  return made;
}

/** Writes the triangles of a level as an OBJ. */
function write(file, [positions, indices]) {
  const lines = [];
  for (let i = 0; i < positions.length; i += 3) lines.push(`v ${positions.slice(i, i + 3).join(' ')}`);
  for (let i = 0; i < indices.length; i += 3) lines.push(`f ${indices.slice(i, i + 3).map((corner) => corner + 1).join(' ')}`);
  fs.writeFileSync(file, lines.join('\n'));
}

/** Compares the areas of the meshes of levels. */
export async function generation({ navsmith, folder }, files) {
  await init();
  const area = (file) => JSON.parse(navsmith(['info', file, '--json'])).islands.reduce((sum, island) => sum + island.area, 0);
  let largest = 0;
  const compared = [...rooms(), ...levels(files)];
  for (const [name, [positions, indices]] of compared) {
    const { success, navMesh, error } = generateSoloNavMesh(positions, indices, CONFIG);
    if (!success) throw new Error(`Recast builds no mesh of ${name}: ${error}`);
    const [level, theirs, ours] = ['obj', 'bin', 'ron'].map((extension) => path.join(folder, `${name}.${extension}`));
    fs.writeFileSync(theirs, exportNavMesh(navMesh));
    navMesh.destroy();
    write(level, [positions, indices]);
    const text = navsmith(['generate', level, '-o', ours, '--force', ...OPTIONS]);
    if (text.includes('left out')) throw new Error(`navsmith generates ${name} and loses ground: ${text}`);
    const [expected, found] = [area(theirs), area(ours)];
    const difference = Math.abs(found / expected - 1);
    largest = Math.max(largest, difference);
    if (!(difference <= TOLERANCE)) throw new Error(`navsmith generates ${found} m² of ${name}, and Recast ${expected} m²`);
  }
  console.log(`generation: ${compared.length} levels, the areas of navsmith and Recast differ by up to ${(100 * largest).toFixed(2)} %`);
}

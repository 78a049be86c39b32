// Triangles of levels, from which other libraries build navigation meshes.

import fs from 'node:fs';
import path from 'node:path';

/** Reads the triangles of an OBJ. */
function triangles(file) {
  const [positions, indices] = [[], []];
  for (const line of fs.readFileSync(file, 'utf8').split('\n')) {
    const words = line.trim().split(/\s+/);
    if (words[0] === 'v') positions.push(...words.slice(1, 4).map(Number));
    if (words[0] === 'f') {
      const corners = words.slice(1).map((word) => parseInt(word, 10) - 1);
      for (let i = 2; i < corners.length; i++) indices.push(corners[0], corners[i - 1], corners[i]);
    }
  }
  return [positions, indices];
}

/** Returns the triangles of a level with steps, a ramp and pillars, for machines without other data. */
function level() {
  const [positions, indices] = [[], []];
  const quad = (a, b, c, d) => {
    const first = positions.length / 3;
    positions.push(...a, ...b, ...c, ...d);
    indices.push(first, first + 1, first + 2, first, first + 2, first + 3);
  };
  const floor = (x, z, width, depth, [low, high] = [0, 0]) =>
    quad([x, low, z], [x, low, z + depth], [x + width, high, z + depth], [x + width, high, z]);
  const box = (x, z, size, height) => {
    floor(x, z, size, size, [height, height]);
    quad([x, 0, z], [x, height, z], [x + size, height, z], [x + size, 0, z]);
    quad([x, 0, z + size], [x + size, 0, z + size], [x + size, height, z + size], [x, height, z + size]);
    quad([x, 0, z], [x, 0, z + size], [x, height, z + size], [x, height, z]);
    quad([x + size, 0, z], [x + size, height, z], [x + size, height, z + size], [x + size, 0, z + size]);
  };
  floor(0, 0, 40, 40);
  floor(40, 10, 12, 6, [0, 3]);
  floor(52, 0, 20, 40, [3, 3]);
  for (let i = 0; i < 6; i++) box(4 + 6 * i, 5 + ((i * 7) % 30), 2 + (i % 3), 0.5 * i);
  for (let i = 0; i < 5; i++) box(10 + 5 * i, 20, 3, 0.6);
  return [positions, indices];
}

/** Returns the names of levels with their positions and indices: that of this file, and those of OBJ files. */
export function levels(files) {
  return [['level', level()], ...files.map((file) => [path.basename(file, '.obj'), triangles(file)])];
}

// Reads files of navsmith with the libraries of other projects, and compares the paths that they find.
//
//   node check.mjs NAVSMITH [DATA]     the program, and a folder with meshes of other projects, if present
//
// Each reader is a function of this file. It fails if a library rejects a file, or disagrees about a path.

import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { borders, detour, detourMeshes } from './detour.mjs';
import { generation } from './generation.mjs';
import { navcat, navcatMeshes } from './navcat.mjs';
import { results } from './results.mjs';
import { obj, three } from './three.mjs';
import { validate } from './validator.mjs';

const [program, data] = process.argv.slice(2);
if (!program) throw new Error('usage: node check.mjs NAVSMITH [DATA]');
const project = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'navsmith-readers-'));

/** Runs navsmith; `ok` lists the accepted exit codes. */
function navsmith(args, { input, ok = [0] } = {}) {
  try {
    return execFileSync(path.resolve(program), args, {
      input, encoding: 'utf8', maxBuffer: 1 << 30, stdio: ['pipe', 'pipe', 'pipe'],
    });
  } catch (error) {
    if (ok.includes(error.status)) return error.stdout;
    throw new Error(`navsmith ${args.join(' ')} exits with ${error.status}: ${error.stderr}`);
  }
}

/** Converts a file; returns the path of the new one. */
function convert(file, extension) {
  const out = path.join(folder, `${path.basename(file)}.${extension}`);
  navsmith(['convert', file, out, '--force']);
  return out;
}

/** Draws pairs of points on the mesh of a file. */
function pairs(file, count) {
  const drawn = JSON.parse(navsmith(['random-points', file, '--count', `${2 * count}`, '--seed', '7', '--json']));
  const points = drawn.points.map(({ point }) => point);
  return Array.from({ length: count }, (_, i) => [points[2 * i], points[2 * i + 1]]);
}

/** Returns the answers of navsmith to pairs of points, with a path or `null`. */
function paths(file, pairs, ...options) {
  // A point lies on the floor just below its height.
  const words = ([x, y, z]) => `${x} ${y + 0.01} ${z}`;
  const input = pairs.map((pair) => pair.map(words).join(' ')).join('\n');
  const args = ['path', file, '--batch', '-', '--json', ...options];
  const lines = navsmith(args, { input, ok: [0, 1] }).trim().split('\n');
  return lines.map((line) => JSON.parse(line));
}

/** Returns the length of a line in the ground plan. */
export function groundLength(line) {
  return line.slice(1).reduce((sum, [x, , z], i) => sum + Math.hypot(x - line[i][0], z - line[i][2]), 0);
}

/** Writes a navsmith document as JSON: a hilly grid with holes, of `size` times `size` squares. */
function grid(name, size, spacing) {
  let state = 12345;
  const random = () => (state = (state * 1103515245 + 12345) % 2147483648) / 2147483648;
  const vertices = [];
  const cells = [];
  for (let z = 0; z <= size; z++) {
    for (let x = 0; x <= size; x++) {
      vertices.push([x * spacing, Math.sin(x / 9) * Math.cos(z / 7), z * spacing].map(Math.fround));
    }
  }
  for (let z = 0; z < size; z++) {
    for (let x = 0; x < size; x++) {
      const corner = z * (size + 1) + x;
      if (random() < 0.3) continue;
      cells.push({ corners: [corner, corner + size + 1, corner + size + 2, corner + 1] });
    }
  }
  const file = path.join(folder, name);
  fs.writeFileSync(file, JSON.stringify({ format: 'navsmith', version: 1, areas: [{ name: 'walkable', color: [1, 2, 3] }], vertices, cells }));
  return file;
}

const samples = fs.readdirSync(path.join(project, 'assets'))
  .filter((name) => name.endsWith('.ron') && name !== 'inside_out.ron')
  .map((name) => path.join(project, 'assets', name));
const maps = data && fs.existsSync(data)
  ? ['arena-cdt', 'arena-merged', 'aurora-cdt', 'aurora-merged'].map((name) => path.join(data, 'navmeshes/maps', `${name}.mesh`))
  : [];
const levels = data && fs.existsSync(data)
  ? ['nav_test', 'dungeon', 'undulating'].map((name) => path.join(data, 'navmeshes/recast', `${name}.obj`))
  : [];
const tools = { navsmith, convert, pairs, paths, groundLength, folder };

try {
  const grids = [grid('small.json', 30, 1), grid('large.json', 231, 0.5)];
  await validate(tools, [...samples, ...grids]);
  await results(tools, [...samples, path.join(project, 'assets/inside_out.ron'), grids[0]]);
  await three(tools, [...samples, grids[0]]);
  obj(tools, [...samples, ...grids]);
  await detour(tools, [...samples, ...grids, ...maps]);
  await borders(tools);
  await detourMeshes(tools, levels);
  await generation(tools, levels);
  navcat(tools, [...samples, ...grids, ...maps]);
  navcatMeshes(tools, levels);
} finally {
  fs.rmSync(folder, { recursive: true });
}

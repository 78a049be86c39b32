// Detour, as compiled by the project recast-navigation.

import fs from 'node:fs';
import path from 'node:path';

import {
  NavMesh, NavMeshQuery, UnsignedCharArray, exportNavMesh, importNavMesh, init, statusSucceed,
} from '@recast-navigation/core';
import { generateSoloNavMesh, generateTiledNavMesh } from '@recast-navigation/generators';

/** Number of pairs of points per mesh. */
const PAIRS = 1000;

/** Share of its length by which a path may be too short, because Detour computes in 32 bits. */
const TOLERANCE = 1e-3;

/** Flag of a corner at which an off-mesh connection begins. */
const OFF_MESH = 4;

/** Number behind the last link of a polygon. */
const NO_LINK = 0xffffffff;

const vector = ([x, y, z]) => ({ x, y, z });

function open(file) {
  const bytes = new Uint8Array(fs.readFileSync(file));
  if (!file.endsWith('.tile')) return importNavMesh(bytes).navMesh;
  const array = new UnsignedCharArray();
  array.copy(bytes);
  const mesh = new NavMesh();
  if (!mesh.initSolo(array)) throw new Error(`Detour rejects ${file}`);
  return mesh;
}

/** Returns the tiles of a mesh that contain polygons. */
function tilesOf(mesh) {
  const tiles = [];
  for (let i = 0; i < mesh.getMaxTiles(); i++) {
    const tile = mesh.getTile(i);
    const header = tile.header();
    if (header) tiles.push({ tile, header });
  }
  return tiles;
}

/** Returns the number of polygons and of components of connected polygons, without off-mesh connections. */
function components(mesh) {
  const parent = new Map();
  const root = (ref) => {
    while (parent.get(ref) !== ref) ref = parent.get(ref);
    return ref;
  };
  const tiles = tilesOf(mesh);
  for (const { tile, header } of tiles) {
    const base = mesh.getPolyRefBase(tile);
    for (let i = 0; i < header.offMeshBase(); i++) parent.set(base + i, base + i);
  }
  const polygons = parent.size;
  for (const { tile, header } of tiles) {
    const base = mesh.getPolyRefBase(tile);
    for (let i = 0; i < header.offMeshBase(); i++) {
      let link = tile.polys(i).firstLink() >>> 0;
      for (; link !== NO_LINK; link = tile.links(link).next() >>> 0) {
        const other = tile.links(link).ref() >>> 0;
        if (parent.has(other)) parent.set(root(base + i), root(other));
      }
    }
  }
  return { polygons, components: [...parent.keys()].filter((ref) => root(ref) === ref).length };
}

/** Returns the path of Detour between two points as a line and whether it uses a connection; `null` without one. */
function pathOf(query, [from, to]) {
  const halfExtents = { x: 0.05, y: 0.5, z: 0.05 };
  const [start, end] = [from, to].map((point) => query.findNearestPoly(vector(point), { halfExtents }));
  if (!start.nearestRef || !end.nearestRef) throw new Error(`Detour finds no polygon at ${from} or ${to}`);
  const found = query.findPath(start.nearestRef, end.nearestRef, vector(from), vector(to), { maxPathPolys: 60000 });
  const size = found.polys.size;
  if (!found.success || size === 0 || found.polys.get(size - 1) >>> 0 !== end.nearestRef >>> 0) {
    found.polys.destroy();
    return null;
  }
  const pulled = query.findStraightPath(vector(from), vector(to), found.polys, { maxStraightPathPoints: size + 2 });
  if (!pulled.success) throw new Error(`Detour pulls no string from ${from} to ${to}`);
  const count = pulled.straightPathCount;
  const line = Array.from({ length: count }, (_, i) => [0, 1, 2].map((axis) => pulled.straightPath.get(3 * i + axis)));
  const flags = Array.from({ length: count }, (_, i) => pulled.straightPathFlags.get(i));
  // Memory of Detour is not collected.
  [found.polys, pulled.straightPath, pulled.straightPathFlags, pulled.straightPathRefs].forEach((array) => array.destroy());
  return { line, hasConnection: flags.some((flag) => flag & OFF_MESH) };
}

/** Compares the paths of Detour in a file with the paths of navsmith in another. */
function compare({ pairs, paths, groundLength }, ours, theirs, mesh) {
  const query = new NavMeshQuery(mesh, { maxNodes: 65535 });
  const drawn = pairs(ours, PAIRS);
  const [answers, optima] = [paths(ours, drawn), paths(ours, drawn, '--no-link', '--algorithm', 'polyanya')];
  let connected = 0;
  let [least, sum] = [Infinity, 0];
  const failures = [];
  drawn.forEach((pair, i) => {
    const found = pathOf(query, pair);
    const isConnected = answers[i].status === 'path';
    const what = `from ${pair[0]} to ${pair[1]}`;
    if ((found !== null) !== isConnected) {
      failures.push(`${what}: navsmith ${isConnected ? 'finds a path' : `finds none, ${answers[i].why}`}, and Detour does not agree`);
    }
    if (!found || !isConnected) return;
    connected += 1;
    if (found.hasConnection || optima[i].status !== 'path') return;
    const [optimum, length] = [groundLength(optima[i].waypoints), groundLength(found.line)];
    if (optimum > 0.1) {
      least = Math.min(least, length / optimum);
      sum += length / optimum - 1;
    }
    if (length < optimum * (1 - TOLERANCE) - TOLERANCE) {
      failures.push(`${what}: the path of Detour has ${length} m, and the optimum is ${optimum} m`);
    }
  });
  query.destroy();
  const name = path.basename(theirs);
  console.log(`${name}: ${connected} of ${PAIRS} pairs connected; Detour's path is at least ${least.toFixed(6)} times the optimum, ${(1 + sum / Math.max(connected, 1)).toFixed(4)} times on average`);
  if (failures.length > 0) {
    throw new Error(`${name}: ${failures.length} of ${PAIRS} pairs differ:\n${failures.slice(0, 10).join('\n')}`);
  }
}

/** Writes documents as tile sets and tiles, and finds the same paths with Detour. */
export async function detour(tools, files) {
  await init();
  for (const file of files) {
    const cells = JSON.parse(tools.navsmith(['info', file, '--json'])).cells;
    for (const extension of cells > 32000 ? ['bin'] : ['bin', 'tile']) {
      const written = tools.convert(file, extension);
      const mesh = open(written);
      const tiles = tilesOf(mesh).length;
      const found = components(mesh);
      console.log(`${path.basename(written)}: ${cells} cells, ${found.polygons} polygons in ${tiles} tiles, ${found.components} components`);
      compare(tools, file, written, mesh);
      mesh.destroy();
    }
  }
}

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

/** Builds meshes of levels with Recast, reads them with navsmith and compares connections and paths. */
export async function detourMeshes(tools, files) {
  await init();
  const levels = [['level', level()], ...files.map((file) => [path.basename(file, '.obj'), triangles(file)])];
  const config = {
    cs: 0.3, ch: 0.2, walkableHeight: 10, walkableRadius: 2, walkableClimb: 4, walkableSlopeAngle: 45, maxVertsPerPoly: 6,
  };
  for (const [name, [positions, indices]] of levels) {
    const kinds = {
      solo: () => generateSoloNavMesh(positions, indices, config),
      tiled: () => generateTiledNavMesh(positions, indices, { ...config, tileSize: 32 }),
    };
    for (const [kind, generate] of Object.entries(kinds)) {
      const { success, navMesh, error } = generate();
      if (!success) throw new Error(`Recast builds no mesh of ${name}: ${error}`);
      const file = path.join(tools.folder, `${name}-${kind}.bin`);
      fs.writeFileSync(file, exportNavMesh(navMesh));
      const { cells, islands, notes } = JSON.parse(tools.navsmith(['info', file, '--json']));
      const found = components(navMesh);
      console.log(`${name}-${kind}: ${found.polygons} polygons, ${found.components} components; navsmith: ${cells} cells, ${islands.length} islands; ${notes}`);
      if (cells !== found.polygons || islands.length !== found.components) {
        throw new Error(`navsmith reads ${file} with ${cells} cells and ${islands.length} islands`);
      }
      compare(tools, file, file, navMesh);
      navMesh.destroy();
    }
  }
}

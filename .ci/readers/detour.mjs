// Detour, as compiled by the project recast-navigation.

import fs from 'node:fs';
import path from 'node:path';

import {
  NavMesh, NavMeshQuery, UnsignedCharArray, exportNavMesh, importNavMesh, init, statusSucceed,
} from '@recast-navigation/core';
import { generateSoloNavMesh, generateTiledNavMesh } from '@recast-navigation/generators';

import { comparePaths } from './compare.mjs';
import { levels } from './levels.mjs';
import { hall } from './tiles.mjs';

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
    // Each step halves the way to the root, which is long otherwise.
    for (; parent.get(ref) !== ref; ref = parent.get(ref)) parent.set(ref, parent.get(parent.get(ref)));
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

/** Half heights of the boxes in which polygons are searched: navsmith leaves heights of the detail mesh out. */
const HALF_HEIGHTS = [0.5, 1, 2, 4, 8];

/** Returns the polygon at a point of navsmith, searched in the lowest box that has one. */
function polygonAt(query, point) {
  for (const y of HALF_HEIGHTS) {
    const found = query.findNearestPoly(vector(point), { halfExtents: { x: 0.05, y, z: 0.05 } });
    if (found.nearestRef) return found;
  }
  return {};
}

/** Returns the path of Detour between two points as a line and whether it uses a connection; `null` without one. */
function pathOf(mesh, query, [from, to]) {
  const [start, end] = [from, to].map((point) => polygonAt(query, point));
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
  const isConnection = (ref) => {
    const { tileIndex, tilePolygonIndex } = mesh.decodePolyId(ref);
    return tilePolygonIndex >= mesh.getTile(tileIndex).header().offMeshBase();
  };
  const hasConnection = Array.from({ length: size }, (_, i) => found.polys.get(i) >>> 0).some(isConnection);
  // Memory of Detour is not collected.
  [found.polys, pulled.straightPath, pulled.straightPathFlags, pulled.straightPathRefs].forEach((array) => array.destroy());
  return { line, hasConnection };
}

/** Compares the paths of Detour in a file with the paths of navsmith in another. */
function compare(tools, ours, theirs, mesh, tolerance) {
  const query = new NavMeshQuery(mesh, { maxNodes: 65535 });
  const find = (pair) => pathOf(mesh, query, pair);
  comparePaths(tools, { ours, name: path.basename(theirs), library: 'Detour', find, tolerance });
  query.destroy();
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

/** Returns off-mesh connections between random points of the mesh in a file, and shorter ones with the same start. */
function connections(tools, file, mesh) {
  const query = new NavMeshQuery(mesh);
  const on = (point) => query.findNearestPoly(vector(point), { halfExtents: { x: 0.05, y: 8, z: 0.05 } }).nearestPoint;
  const long = tools.pairs(file, 6).map((pair) => pair.map(on));
  const part = (from, to, share) => from + (to - from) * share;
  const short = long.map(([from, to]) => [from, on([part(from.x, to.x, 0.2), from.y, part(from.z, to.z, 0.2)])]);
  query.destroy();
  const isFinite = ([from, to]) => [from, to].every((end) => end && Number.isFinite(end.y));
  return [...long, ...short].filter(isFinite).map(([startPosition, endPosition], i) =>
    ({ startPosition, endPosition, radius: 0.6, bidirectional: i % 2 === 0, area: 0, flags: i === 5 ? 0 : 1 }));
}

/** Returns the number of off-mesh connections, and of those that Detour joins at both ends and that have flags. */
function joinedConnections(mesh) {
  let [all, joined] = [0, 0];
  for (const { tile, header } of tilesOf(mesh)) {
    for (let i = 0; i < header.offMeshConCount(); i++) {
      const polygon = tile.polys(tile.offMeshCons(i).poly());
      let ends = 0;
      let link = polygon.firstLink() >>> 0;
      for (; link !== NO_LINK; link = tile.links(link).next() >>> 0) ends += 1;
      all += 1;
      joined += ends > 1 && polygon.flags() !== 0 ? 1 : 0;
    }
  }
  return { all, joined };
}

/** Compares the paths over a border at which Detour leads from one polygon to four of seven. */
export async function borders(tools) {
  await init();
  const file = path.join(tools.folder, 'hall.bin');
  fs.writeFileSync(file, hall(7));
  const mesh = open(file);
  const { cells } = JSON.parse(tools.navsmith(['info', file, '--json']));
  if (cells !== 8) throw new Error(`navsmith reads ${file} with ${cells} cells`);
  // Detour rounds the ends of a connection to 1/255 of the side, which has 10.5 m.
  compare(tools, file, file, mesh, 0.05);
  mesh.destroy();
}

/** Builds meshes of levels with Recast, reads them with navsmith and compares connections and paths. */
export async function detourMeshes(tools, files) {
  await init();
  const config = {
    cs: 0.3, ch: 0.2, walkableHeight: 10, walkableRadius: 2, walkableClimb: 4, walkableSlopeAngle: 45, maxVertsPerPoly: 6,
  };
  for (const [name, [positions, indices]] of levels(files)) {
    const plain = generateSoloNavMesh(positions, indices, config).navMesh;
    const first = path.join(tools.folder, `${name}.bin`);
    fs.writeFileSync(first, exportNavMesh(plain));
    const offMeshConnections = connections(tools, first, plain);
    plain.destroy();
    const kinds = {
      solo: () => generateSoloNavMesh(positions, indices, config),
      tiled: () => generateTiledNavMesh(positions, indices, { ...config, tileSize: 32 }),
      'solo with links': () => generateSoloNavMesh(positions, indices, { ...config, offMeshConnections }),
      'tiled with links': () => generateTiledNavMesh(positions, indices, { ...config, tileSize: 32, offMeshConnections }),
    };
    for (const [kind, generate] of Object.entries(kinds)) {
      const { success, navMesh, error } = generate();
      if (!success) throw new Error(`Recast builds no mesh of ${name}: ${error}`);
      const file = path.join(tools.folder, `${name}-${kind}.bin`);
      fs.writeFileSync(file, exportNavMesh(navMesh));
      const { cells, islands, notes, issues } = JSON.parse(tools.navsmith(['info', file, '--json']));
      const found = components(navMesh);
      console.log(`${name}-${kind}: ${found.polygons} polygons, ${found.components} components; navsmith: ${cells} cells, ${islands.length} islands; ${notes}`);
      const { all, joined } = joinedConnections(navMesh);
      const apart = issues['Unattached link'] ?? 0;
      if (all - apart !== joined) {
        throw new Error(`Detour joins ${joined} of ${all} connections of ${file}, and navsmith does not attach ${apart}`);
      }
      if (cells !== found.polygons || islands.length !== found.components) {
        throw new Error(`navsmith reads ${file} with ${cells} cells and ${islands.length} islands`);
      }
      compare(tools, file, file, navMesh);
      navMesh.destroy();
    }
  }
}

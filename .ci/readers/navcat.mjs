// The library navcat, whose navigation meshes are plain JSON.

import fs from 'node:fs';
import path from 'node:path';
import {
  DEFAULT_QUERY_FILTER, INVALID_NODE_REF, NodeType, addOffMeshConnection, createFindNearestPolyResult, findNearestPoly, findNodePath, findStraightPath,
} from 'navcat';
import { generateSoloNavMesh, generateTiledNavMesh } from 'navcat/blocks';

import { comparePaths } from './compare.mjs';
import { levels } from './levels.mjs';

/** Half heights of the boxes in which polygons are searched: navsmith leaves heights of the detail mesh out. */
const HALF_HEIGHTS = [0.5, 1, 2, 4, 8];

/** Returns the polygon at a point of navsmith, searched in the lowest box that has one. */
function polygonAt(mesh, point) {
  let found = { success: false };
  for (const height of HALF_HEIGHTS) {
    found = findNearestPoly(createFindNearestPolyResult(), mesh, point, [0.05, height, 0.05], DEFAULT_QUERY_FILTER);
    if (found.success) break;
  }
  return found;
}

/** Returns the path of navcat between two points as a line and whether it uses a connection; `null` without one. */
function pathOf(mesh, [from, to]) {
  const [start, end] = [from, to].map((point) => polygonAt(mesh, point));
  if (!start.success || !end.success) throw new Error(`navcat finds no polygon at ${from} or ${to}`);
  const nodes = findNodePath(mesh, start.nodeRef, end.nodeRef, from, to, DEFAULT_QUERY_FILTER);
  if (!nodes.success || nodes.path.at(-1) !== end.nodeRef) return null;
  const pulled = findStraightPath(mesh, from, to, nodes.path);
  if (!pulled.success) throw new Error(`navcat pulls no string from ${from} to ${to}`);
  const hasConnection = pulled.path.some(({ type }) => type === NodeType.OFFMESH);
  return { line: pulled.path.map(({ position }) => position), hasConnection };
}

/** Returns the number of polygons and of components of connected polygons, without off-mesh connections. */
function components(mesh) {
  const polygons = mesh.nodes.filter(({ allocated, type }) => allocated && type === NodeType.POLY);
  const left = new Set(polygons.map(({ index }) => index));
  let count = 0;
  for (const first of left) {
    left.delete(first);
    count += 1;
    for (const open = [first]; open.length > 0;) {
      for (const link of mesh.nodes[open.pop()].links) {
        const { toNodeIndex, toNodeRef } = mesh.links[link];
        if (toNodeRef === INVALID_NODE_REF) throw new Error(`link ${link} leads nowhere`);
        if (left.delete(toNodeIndex)) open.push(toNodeIndex);
      }
    }
  }
  return { polygons: polygons.length, components: count };
}

function compare(tools, ours, theirs, mesh) {
  comparePaths(tools, { ours, name: path.basename(theirs), library: 'navcat', find: (pair) => pathOf(mesh, pair) });
}

/** Writes documents for navcat, and finds the same paths with it. */
export function navcat(tools, files) {
  for (const file of files) {
    const written = tools.convert(file, 'navcat.json');
    const mesh = JSON.parse(fs.readFileSync(written, 'utf8'));
    const found = components(mesh);
    console.log(`${path.basename(written)}: ${found.polygons} polygons in ${Object.keys(mesh.tiles).length} tiles, ${found.components} components`);
    compare(tools, file, written, mesh);
  }
}

/** Number of off-mesh connections that each mesh of a level gets. */
const CONNECTIONS = 8;

/** Adds off-mesh connections between random points of the mesh in a file; returns the number that navcat attaches. */
function addConnections(tools, mesh, file) {
  tools.pairs(file, CONNECTIONS).forEach((pair, i) => {
    // navsmith has no heights between corners, so that some ends are too far from the polygons.
    const [start, end] = pair;
    addOffMeshConnection(mesh, { start, end, radius: 0.3 + 0.1 * i, direction: i % 2, flags: 1, area: 0 });
  });
  return Object.keys(mesh.offMeshConnectionAttachments).length;
}

/** Builds meshes of levels with navcat, reads them with navsmith and compares connections and paths. */
export function navcatMeshes(tools, files) {
  const config = {
    cellSize: 0.3, cellHeight: 0.2, walkableRadiusWorld: 0.6, walkableRadiusVoxels: 2, walkableClimbWorld: 0.8,
    walkableClimbVoxels: 4, walkableHeightWorld: 2, walkableHeightVoxels: 10, walkableSlopeAngleDegrees: 45, borderSize: 0,
    minRegionArea: 8, mergeRegionArea: 20, maxSimplificationError: 1.3, maxEdgeLength: 12, maxVerticesPerPoly: 6,
    detailSampleDistance: 1.8, detailSampleMaxError: 0.2,
  };
  const tiled = { ...config, borderSize: 5, tileSizeVoxels: 32, tileSizeWorld: 9.6 };
  for (const [name, [positions, indices]] of levels(files)) {
    const input = { positions, indices };
    const kinds = { solo: () => generateSoloNavMesh(input, config), tiled: () => generateTiledNavMesh(input, tiled) };
    for (const [kind, generate] of Object.entries(kinds)) {
      const { navMesh } = generate();
      const file = path.join(tools.folder, `${name}-${kind}.navcat.json`);
      fs.writeFileSync(file, JSON.stringify(navMesh));
      const attached = addConnections(tools, navMesh, file);
      fs.writeFileSync(file, JSON.stringify(navMesh));
      const { cells, islands, notes, issues } = JSON.parse(tools.navsmith(['info', file, '--json']));
      const found = components(navMesh);
      console.log(`${name}-${kind}: ${found.polygons} polygons, ${found.components} components; navsmith: ${cells} cells, ${islands.length} islands; ${notes}`);
      const apart = issues['Unattached link'] ?? 0;
      if (CONNECTIONS - apart !== attached) {
        throw new Error(`navcat attaches ${attached} connections of ${file}, and navsmith does not attach ${apart}`);
      }
      if (cells !== found.polygons || islands.length !== found.components) {
        throw new Error(`navsmith reads ${file} with ${cells} cells and ${islands.length} islands`);
      }
      compare(tools, file, file, navMesh);
    }
  }
}

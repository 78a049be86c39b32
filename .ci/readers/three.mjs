// The loader of three.js and the library three-pathfinding.

import fs from 'node:fs';
import path from 'node:path';
import { Triangle, Vector3 } from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { OBJLoader } from 'three/addons/loaders/OBJLoader.js';
import { Pathfinding } from 'three-pathfinding';

/** Number of pairs of points per mesh. */
const PAIRS = 200;

/** Length by which a path may be too short, in metres, because three-pathfinding rounds vertices to a centimetre. */
const TOLERANCE = 0.05;

const ZONE = 'zone';

/** Loads a GLB and returns the geometry of its mesh, as the README of three-pathfinding does. */
async function geometry(file) {
  const bytes = fs.readFileSync(file);
  const { scene } = await new GLTFLoader().parseAsync(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length), '');
  return scene.getObjectByName('navmesh').geometry;
}

/** Whether a line leaves the triangles of a zone by more than a decimetre in the ground plan. */
function leaves(zone, line) {
  const triangles = zone.groups.flat().map(({ vertexIds }) =>
    new Triangle(...vertexIds.map((id) => zone.vertices[id].clone().setY(0))));
  const isOutside = (point) => triangles.every((triangle) => triangle.closestPointToPoint(point, new Vector3()).distanceTo(point) > 0.1);
  const at = (i, share) => new Vector3().lerpVectors(line[i - 1], line[i], share).setY(0);
  return line.slice(1).some((_, i) => Array.from({ length: 101 }, (_, k) => at(i + 1, k / 100)).some(isOutside));
}

/** Finds the same groups as the islands of navsmith, the same nodes as its triangles, and paths as long as its own or longer. */
async function compare({ navsmith, convert, pairs, paths, groundLength }, file) {
  const written = convert(file, 'glb');
  const name = path.basename(written);
  const zone = Pathfinding.createZone(await geometry(written));
  const { islands } = JSON.parse(navsmith(['info', file, '--json']));
  const sizes = zone.groups.map((group) => group.length).sort((a, b) => a - b);
  const triangles = sizes.reduce((sum, size) => sum + size, 0);
  const { cells } = JSON.parse(fs.readFileSync(convert(file, 'json')));
  const expected = cells.reduce((sum, { corners }) => sum + corners.length - 2, 0);
  if (zone.groups.length !== islands.length || triangles !== expected) {
    const found = `${zone.groups.length} groups of ${sizes} triangles`;
    throw new Error(`${name}: three-pathfinding finds ${found}; navsmith has ${islands.length} islands and ${expected} triangles`);
  }
  const finder = new Pathfinding();
  finder.setZoneData(ZONE, zone);
  const drawn = pairs(file, PAIRS);
  const optima = paths(file, drawn, '--no-link', '--algorithm', 'polyanya');
  let [connected, cut] = [0, 0];
  const failures = [];
  drawn.forEach((pair, i) => {
    const [from, to] = pair.map((point) => new Vector3(...point));
    const [start, end] = [from, to].map((point) => finder.getGroup(ZONE, point, true));
    const isConnected = optima[i].status === 'path';
    if ((start === end) !== isConnected) failures.push(`from ${pair[0]} to ${pair[1]}: groups ${start} and ${end}, navsmith: ${optima[i].status}`);
    if (start !== end || !isConnected) return;
    const found = finder.findPath(from, to, ZONE, start);
    if (!found) return;
    connected += 1;
    const length = groundLength([pair[0], ...found.map((point) => point.toArray())]);
    const optimum = groundLength(optima[i].waypoints);
    if (length >= optimum - TOLERANCE) return;
    // three-pathfinding sometimes skips a corner; its path then leaves the mesh.
    if (leaves(zone, [from, ...found])) cut += 1;
    else failures.push(`from ${pair[0]} to ${pair[1]}: a path of ${length} m, and the optimum is ${optimum} m`);
  });
  console.log(`${name}: ${zone.groups.length} groups, ${triangles} triangles; ${connected} of ${PAIRS} paths by three-pathfinding, ${cut} of them cut a corner`);
  if (failures.length > 0 || connected === 0) throw new Error(`${name}: ${failures.length} of ${PAIRS} pairs differ:\n${failures.slice(0, 10).join('\n')}`);
}

/** Whether cells stay apart along chains, which three-pathfinding joins because it compares positions. */
function hasChains({ convert }, file) {
  return (JSON.parse(fs.readFileSync(convert(file, 'json'))).apart ?? []).length > 0;
}

/** Writes documents as GLB and finds the same groups and paths with three-pathfinding. */
export async function three(tools, files) {
  for (const file of files) {
    if (hasChains(tools, file)) console.log(`${path.basename(file)}: not compared, because three-pathfinding joins the sides of chains`);
    else await compare(tools, file);
  }
}

/** Writes documents as OBJ, and finds the same triangles and areas with the loader of three.js. */
export function obj({ convert }, files) {
  for (const file of files) {
    const written = convert(file, 'obj');
    const { areas, cells } = JSON.parse(fs.readFileSync(convert(file, 'json')));
    const meshes = new OBJLoader().parse(fs.readFileSync(written, 'utf8')).children;
    const triangles = meshes.reduce((sum, { geometry }) => sum + geometry.attributes.position.count / 3, 0);
    const expected = cells.reduce((sum, { corners }) => sum + corners.length - 2, 0);
    const materials = new Set(meshes.flatMap(({ material }) => material).map(({ name }) => name));
    const used = new Set(cells.map(({ area = 0 }) => areas[area].name.replaceAll(' ', '_')));
    console.log(`${path.basename(written)}: ${triangles} triangles in ${meshes.length} groups, materials ${[...materials].join(', ')}`);
    if (triangles !== expected || materials.size !== used.size) {
      throw new Error(`${written}: expected ${expected} triangles, and materials ${[...used].join(', ')}`);
    }
  }
}

// Comparison of the paths of another library with those of navsmith.

import fs from 'node:fs';

/** Number of pairs of points per mesh; fewer of a large one, on which each path takes long. */
const PAIRS = 1000;
const PAIRS_OF_LARGE = 100;

/** Size from which the file of a mesh is large, in bytes. */
const LARGE = 1_000_000;

/** Share of its length by which a path may be too short, because other libraries compute in 32 bits. */
const TOLERANCE = 1e-3;

/**
 * Compares paths between random points of a file: the same points are connected, and no path is shorter than the optimum.
 *
 * `find` returns the path between two points as a line and whether it uses a connection; `null` without one.
 */
export function comparePaths({ pairs, paths, groundLength }, { ours, name, library, find, tolerance = TOLERANCE }) {
  const count = fs.statSync(ours).size < LARGE ? PAIRS : PAIRS_OF_LARGE;
  const drawn = pairs(ours, count);
  const [answers, optima] = [paths(ours, drawn), paths(ours, drawn, '--no-link', '--algorithm', 'polyanya')];
  let connected = 0;
  let [least, sum] = [Infinity, 0];
  const failures = [];
  drawn.forEach((pair, i) => {
    const found = find(pair);
    const isConnected = answers[i].status === 'path';
    const what = `from ${pair[0]} to ${pair[1]}`;
    if ((found !== null) !== isConnected) {
      failures.push(`${what}: navsmith ${isConnected ? 'finds a path' : `finds none, ${answers[i].why}`}, and ${library} does not agree`);
    }
    if (!found || !isConnected) return;
    connected += 1;
    if (found.hasConnection || optima[i].status !== 'path') return;
    const [optimum, length] = [groundLength(optima[i].waypoints), groundLength(found.line)];
    if (optimum > 0.1) {
      least = Math.min(least, length / optimum);
      sum += length / optimum - 1;
    }
    if (length < optimum * (1 - tolerance) - tolerance) {
      failures.push(`${what}: the path of ${library} has ${length} m, and the optimum is ${optimum} m`);
    }
  });
  const average = (1 + sum / Math.max(connected, 1)).toFixed(4);
  console.log(`${name}: ${connected} of ${count} pairs connected; the path of ${library} is at least ${least.toFixed(6)} times the optimum, ${average} times on average`);
  if (failures.length > 0) {
    throw new Error(`${name}: ${failures.length} of ${count} pairs differ:\n${failures.slice(0, 10).join('\n')}`);
  }
}

// Tile sets of Detour that no builder makes, written byte by byte.

/** Sizes of the records of a tile, in bytes. */
const HEADER = 100;
const POLYGON = 32;
const LINK = 12;

/** Flag of a neighbour in another tile. */
const EXTERNAL = 0x8000;

/** Returns a tile of rectangles, each with x, z, width, depth and its neighbours in -X, +Z, +X and -Z. */
function tile(column, rectangles) {
  const count = rectangles.length;
  const links = 16 * count;
  const sizes = [HEADER, 12 * 4 * count, POLYGON * count, LINK * links, 12 * count, 4 * 2 * count];
  const bytes = Buffer.alloc(sizes.reduce((sum, size) => sum + size));
  let at = 0;
  const int = (value) => { at = bytes.writeInt32LE(value, at); };
  const float = (value) => { at = bytes.writeFloatLE(value, at); };
  const short = (value) => { at = bytes.writeUInt16LE(value, at); };
  const byte = (value) => { at = bytes.writeUInt8(value, at); };
  bytes.write('VAND', at);
  at = 4;
  [7, column, 0, 0, 0, count, 4 * count, links, count, 0, 2 * count, 0, 0, count].forEach(int);
  const last = rectangles[count - 1];
  const bounds = [column * 10, 0, 0, column * 10 + 10, 1, last[1] + last[3]];
  [2, 0, 0.5, ...bounds, 10].forEach(float);
  for (const [x, z, width, depth] of rectangles) {
    [x, 0, z, x, 0, z + depth, x + width, 0, z + depth, x + width, 0, z].forEach(float);
  }
  rectangles.forEach(([, , , , neighbors], i) => {
    int(0);
    [0, 1, 2, 3].forEach((corner) => short(4 * i + corner));
    [0, 0, ...neighbors, 0, 0, 1].forEach(short);
    [4, 0].forEach(byte);
  });
  at += LINK * links;
  rectangles.forEach((_, i) => {
    [0, 2 * i].forEach(int);
    [0, 2, 0, 0].forEach(byte);
  });
  rectangles.forEach(() => [0, 1, 2, 5, 0, 2, 3, 0x14].forEach(byte));
  return bytes;
}

/** Returns a tile set: a hall, and corridors across the border of its tile. */
export function hall(corridors) {
  const across = Array.from({ length: corridors }, (_, i) => [10, 1.5 * i + 0.1, 6, 1.3, [EXTERNAL | 4, 0, 0, 0]]);
  const tiles = [tile(0, [[2, 0, 8, 1.5 * corridors, [0, 0, EXTERNAL, 0]]]), tile(1, across)];
  const head = Buffer.alloc(40);
  head.write('TESM', 0);
  [1, tiles.length].forEach((value, i) => head.writeInt32LE(value, 4 + 4 * i));
  [0, 0, 0, 10, 1.5 * corridors].forEach((value, i) => head.writeFloatLE(value, 12 + 4 * i));
  [2, 16].forEach((value, i) => head.writeInt32LE(value, 32 + 4 * i));
  const parts = tiles.flatMap((bytes, number) => {
    const own = Buffer.alloc(8);
    own.writeInt32LE(((1 << 1) | number) << 4, 0);
    own.writeInt32LE(bytes.length, 4);
    return [own, bytes];
  });
  return Buffer.concat([head, ...parts]);
}

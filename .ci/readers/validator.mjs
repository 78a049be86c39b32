// The validator of Khronos for glTF.

import fs from 'node:fs';
import path from 'node:path';
import { validateBytes } from 'gltf-validator';

/** Writes documents as glTF and GLB, in which the validator finds no error and no warning. */
export async function validate({ convert }, files) {
  for (const file of files) {
    for (const extension of ['gltf', 'glb']) {
      const written = convert(file, extension);
      const { issues } = await validateBytes(new Uint8Array(fs.readFileSync(written)));
      if (issues.numErrors + issues.numWarnings > 0) {
        throw new Error(`${written}: ${JSON.stringify(issues.messages.slice(0, 10), null, 1)}`);
      }
      const hints = [...new Set(issues.messages.map(({ code }) => code))];
      console.log(`${path.basename(written)}: valid${hints.length > 0 ? `, with hints: ${hints}` : ''}`);
    }
  }
}

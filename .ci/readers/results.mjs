// Results of `navsmith validate`: the schema of SARIF as Microsoft's matchers ship it, and a reader of JUnit XML.

import { createRequire } from 'node:module';
import fs from 'node:fs';
import path from 'node:path';
import Ajv from 'ajv';
import { parse } from 'junit2json';

const require = createRequire(import.meta.url);
const schema = require('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json');
const ajv = new Ajv({ meta: false, schemaId: 'id', logger: false });
ajv.addMetaSchema(require('ajv/lib/refs/json-schema-draft-04.json'));
const isValid = ajv.compile(schema);

/** Changes that make a log invalid, each of which the schema has to refuse. */
const damages = {
  'an unknown level': (log) => { log.runs[0].results[0].level = 'bad'; },
  'a line 0': (log) => { log.runs[0].results[0].locations[0].physicalLocation.region = { startLine: 0 }; },
  'no message': (log) => { delete log.runs[0].results[0].message; },
  'no tool': (log) => { delete log.runs[0].tool; },
  'another version': (log) => { log.version = '1.0.0'; },
};

/** Writes a document with errors, warnings and a name that needs escapes in XML and in URIs. */
function broken(folder) {
  const vertices = [[0, 0, 0], [0, 0, 2], [2, 0, 2], [2, 0, 0], [2.01, 0, 0], [2.01, 0, 2], [4, 0, 0], [1, 0, 1], [1, 0, 3], [3, 0, 3], [3, 0, 1]];
  const cells = [[0, 1, 2, 3], [4, 6, 5], [7, 8, 9, 10], [0, 2, 1]].map((corners) => ({ corners }));
  const areas = [{ name: 'a <b> & "c"', color: [1, 2, 3] }];
  const file = path.join(folder, 'bröken & <"100%">.json'.replace(/[<>"]/g, process.platform === 'win32' ? '' : '$&'));
  fs.writeFileSync(file, JSON.stringify({ format: 'navsmith', version: 1, areas, vertices, cells }));
  return file;
}

/** Validates a log, and that the schema refuses each damage to it. */
function sarif(text, findings) {
  const log = JSON.parse(text);
  if (!isValid(log)) throw new Error(`SARIF: ${JSON.stringify(isValid.errors.slice(0, 5), null, 1)}`);
  const { results, tool } = log.runs[0];
  if (results.length !== findings) throw new Error(`SARIF: ${results.length} results of ${findings} findings`);
  for (const { ruleId, ruleIndex } of results) {
    if (tool.driver.rules[ruleIndex].id !== ruleId) throw new Error(`SARIF: rule ${ruleIndex} is not ${ruleId}`);
  }
  if (results.length === 0) return 0;
  for (const [name, damage] of Object.entries(damages)) {
    const damaged = JSON.parse(text);
    damage(damaged);
    if (isValid(damaged)) throw new Error(`The schema of SARIF accepts ${name}`);
  }
  return Object.keys(damages).length;
}

/** Reads JUnit XML; compares its numbers with its tests, and with the files that have findings of the level. */
async function junit(text, files) {
  const read = await parse(text);
  const suites = read.testsuite ?? [];
  if (suites.length !== files.length) throw new Error(`JUnit: ${suites.length} suites of ${files.length} files`);
  let tests = 0;
  suites.forEach((suite, index) => {
    const cases = suite.testcase ?? [];
    const failed = cases.filter(({ failure }) => failure?.length > 0).length;
    const errors = cases.filter(({ error }) => error?.length > 0).length;
    if (suite.tests !== cases.length || suite.failures !== failed || suite.errors !== errors) {
      throw new Error(`JUnit: ${suite.name} has ${cases.length} tests, ${failed} failures and ${errors} errors`);
    }
    const { file, unreadable, kinds } = files[index];
    const isNew = ({ severity, issues }) => severity !== 'hint' && issues.some((it) => !it.is_known && !it.is_ignored);
    const expected = kinds.filter(isNew).length;
    if (suite.name !== file || failed !== expected || (errors > 0) !== (unreadable !== null)) {
      throw new Error(`JUnit: ${suite.name} has ${failed} failures, but ${file} has ${expected} kinds`);
    }
    tests += cases.length;
  });
  if (read.tests !== tests) throw new Error(`JUnit: ${read.tests} is not the number of all tests, ${tests}`);
  const isRefused = await parse(text.replace('<testsuite ', '<testsuite <')).then(() => false, () => true);
  if (!isRefused) throw new Error('The reader of JUnit XML accepts broken XML');
}

/** Validates files in all formats of results, without and with a baseline. */
export async function results({ navsmith, folder }, files) {
  const all = [...files, broken(folder), path.join(folder, 'missing & none.ron')];
  const baseline = path.join(folder, 'known.json');
  const ok = [0, 1, 2];
  navsmith(['validate', files[0], broken(folder), '--baseline', baseline, '--write-baseline'], { ok });
  for (const more of [[], ['--as', 'detour'], ['--baseline', baseline]]) {
    const run = (format) => navsmith(['validate', ...all, '--level', 'warning', ...more, format], { ok });
    const read = JSON.parse(run('--json'));
    const findings = read.files.flatMap(({ kinds }) => kinds).reduce((sum, { count }) => sum + count, 0);
    const refused = sarif(run('--sarif'), findings);
    await junit(run('--junit'), read.files);
    const options = more.length > 0 ? ` with ${more[0]}` : '';
    console.log(`results${options}: SARIF of ${findings} findings valid, ${refused} damaged ones refused, JUnit of ${read.files.length} files read`);
  }
}

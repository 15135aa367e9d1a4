// Validates glTF files. Reads file names from standard input, one per line; prints one line of JSON per file:
// {"file", "errors": [{"code", "pointer", "message"}], "warnings": the same}. Information and hints are left out.
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import validator from 'gltf-validator';

const ERROR = 0;
const WARNING = 1;

for await (const file of createInterface({ input: process.stdin })) {
  const report = await validator.validateBytes(new Uint8Array(await readFile(file)), {
    uri: file,
    maxIssues: 0,
    externalResourceFunction: async (uri) =>
      new Uint8Array(await readFile(join(dirname(file), decodeURIComponent(uri)))),
  });
  const found = (severity) =>
    report.issues.messages
      .filter((issue) => issue.severity === severity)
      .map(({ code, pointer, message }) => ({ code, pointer, message }));
  console.log(JSON.stringify({ file, errors: found(ERROR), warnings: found(WARNING) }));
}

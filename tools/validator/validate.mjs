// Validates glTF files. Reads file names from standard input, one per line; prints one line of JSON per file:
// {"file", "errors": [{"code", "pointer", "message"}]}.
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import validator from 'gltf-validator';

for await (const file of createInterface({ input: process.stdin })) {
  const report = await validator.validateBytes(new Uint8Array(await readFile(file)), {
    uri: file,
    maxIssues: 0,
    externalResourceFunction: async (uri) =>
      new Uint8Array(await readFile(join(dirname(file), decodeURIComponent(uri)))),
  });
  const errors = report.issues.messages
    .filter((issue) => issue.severity === 0)
    .map(({ code, pointer, message }) => ({ code, pointer, message }));
  console.log(JSON.stringify({ file, errors }));
}

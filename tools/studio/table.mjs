// Turns what check.mjs prints into tables in Markdown:
//   node table.mjs < checks.jsonl
import { readFileSync } from 'node:fs';

const checks = readFileSync(0, 'utf8').split('\n').filter((line) => line.startsWith('{')).map((line) => JSON.parse(line));
const METHODS = ['ssd', 'as', 'dqs', 'sbs', 'stbs'];
const positions = checks.filter(({ check, worst }) => check.startsWith('positions ') && worst);

console.log(`| model | ${METHODS.join(' | ')} |\n|---|${METHODS.map(() => '---').join('|')}|`);
for (const { check, worst } of positions) {
  const cells = METHODS.map((method) => (method in worst ? worst[method].toExponential(1) : ''));
  console.log(`| ${check.slice('positions '.length)} | ${cells.join(' | ')} |`);
}
console.log('\n| check | result |\n|---|---|');
for (const { check, seconds, reasons, ...facts } of checks) {
  if (/^(positions|picture) /.test(check)) continue;
  const told = Object.entries(facts).filter(([, value]) => typeof value !== 'object' || Array.isArray(value))
    .map(([name, value]) => `${name} ${typeof value === 'number' && !Number.isInteger(value) ? value.toPrecision(3) : String(value).replaceAll(',', ', ')}`);
  console.log(`| ${check} | ${reasons.length ? `**fails**: ${reasons[0].split('\n')[0]}` : told.join('; ') || 'holds'} |`);
}

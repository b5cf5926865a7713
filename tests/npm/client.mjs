// The official artifact client, as an action would use it: `upload NAME FILE…` and `download NAME DIRECTORY`. Its last
// line of output is a JSON object.
import path from 'node:path';
import artifact from '@actions/artifact';

const [command, name, ...rest] = process.argv.slice(2);
if (command === 'upload') {
  console.log(JSON.stringify(await artifact.uploadArtifact(name, rest, path.dirname(rest[0]))));
} else {
  const { artifact: found } = await artifact.getArtifact(name);
  const done = await artifact.downloadArtifact(found.id, { path: rest[0], expectedHash: found.digest });
  console.log(JSON.stringify({ ...found, ...done }));
}

import { fileURLToPath } from 'node:url';
import { buildCdk } from '../../scripts/release/cdk';

const folder = fileURLToPath(new URL('.', import.meta.url));

// The build reads the sources by their paths in the repository.
process.chdir(`${folder}../..`);
void buildCdk(`${folder}dist`);

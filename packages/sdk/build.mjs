import { fileURLToPath } from 'node:url';
import { compilePackage } from '../../scripts/compile-package.mjs';

compilePackage(fileURLToPath(new URL('.', import.meta.url)));

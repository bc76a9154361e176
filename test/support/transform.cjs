const { createHash } = require('node:crypto');
const { readFileSync } = require('node:fs');
const { transformSync, version } = require('esbuild');

const ownSource = readFileSync(__filename);

/** Jest's view of TypeScript and of ES modules: the same compiler that builds the bundles. */
module.exports = {
  process: (source, path) =>
    transformSync(source, {
      loader: path.endsWith('.ts') ? 'ts' : 'js',
      format: 'cjs',
      target: 'node20',
      // Jest runs CommonJS: there, `import()` has to be a `require` that is waited for.
      supported: { 'dynamic-import': false },
      sourcemap: 'inline',
      sourcefile: path,
    }),
  getCacheKey: (source, path) =>
    createHash('sha256').update(`${version} ${ownSource} ${path} ${source}`).digest('hex'),
};

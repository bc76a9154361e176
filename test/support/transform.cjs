const { createHash } = require('node:crypto');
const { readFileSync } = require('node:fs');
const { transformSync, version } = require('esbuild');

const ownSource = readFileSync(__filename);

/** The Jest transform. It compiles TypeScript and ES modules with the compiler that builds the bundles. */
module.exports = {
  process: (source, path) =>
    transformSync(source, {
      loader: path.endsWith('.ts') ? 'ts' : 'js',
      format: 'cjs',
      target: 'node20',
      // Jest runs CommonJS, so the compiler must replace `import()` with an asynchronous `require`.
      supported: { 'dynamic-import': false },
      sourcemap: 'inline',
      sourcefile: path,
    }),
  getCacheKey: (source, path) =>
    createHash('sha256').update(`${version} ${ownSource} ${path} ${source}`).digest('hex'),
};

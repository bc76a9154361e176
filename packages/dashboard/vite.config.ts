import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  root: import.meta.dirname,
  // Relative paths, because the prefix before /app differs between deployments.
  base: './',
  plugins: [react()],
  // Uses the sources of the SDK, so that the SDK does not have to be built first.
  resolve: { alias: { '@carrier-nest/sdk': `${import.meta.dirname}/../sdk/src/index.ts` } },
  build: {
    target: 'es2022',
    // Only browsers older than the build target need the polyfill.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
});

import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  root: import.meta.dirname,
  // By paths from the page: what stands before /app is different in each deployment.
  base: './',
  plugins: [react()],
  // Its sources, so that it need not be built before.
  resolve: { alias: { '@carrier-nest/sdk': `${import.meta.dirname}/../sdk/src/index.ts` } },
  build: {
    target: 'es2022',
    // Browsers that need it are older than what the pages are written for.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
});

/** The folder of this file. `build.mjs` replaces this file for ES modules. */
export const folder = __dirname;

/* eslint-disable @typescript-eslint/no-require-imports -- a worker starts this file as it is, without a compiler */
'use strict';
/**
 * V8 compiles each function of a bundle when it is first called: a third of what a cold start takes here, where all
 * instances share the processors of one machine. What the first instance of a bundle has compiled is kept beside it,
 * and the others begin with it.
 */
const { createHash } = require('node:crypto');
const { mkdirSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const Module = require('node:module');
const { basename, dirname, join, relative } = require('node:path');
const { Script } = require('node:vm');
const { threadId } = require('node:worker_threads');

/** What nobody kept yet: the path of each, and its script. */
const unkept = new Map();

/** From here on what `require` loads out of `codeDir` is compiled only once. */
function keepCompiledCode(codeDir) {
  // Code that was kept cannot `import()`: V8 forgets who it belongs to.
  const isOurs = (source, filename) =>
    !relative(codeDir, filename).startsWith('..') && !/\bimport\(/.test(source);
  const compile = Module.prototype._compile;
  Module.prototype._compile = function (source, filename) {
    if (!isOurs(source, filename)) return compile.call(this, source, filename);
    const folder = dirname(filename);
    const run = load(source, filename).runInThisContext();
    return run.call(this.exports, this.exports, Module.createRequire(filename), this, filename, folder);
  };
}

function load(source, filename) {
  const kept = pathOf(source, filename);
  const script = new Script(Module.wrap(source), {
    filename,
    cachedData: contentsOf(kept),
    // An error stands where it does without what wraps the source.
    columnOffset: -Module.wrapper[0].length,
  });
  // V8 looks at its own version and at how long the source is. The name of the file says the rest.
  if (script.cachedDataRejected !== false) unkept.set(kept, script);
  return script;
}

function pathOf(source, filename) {
  const hash = createHash('sha256').update(source).digest('hex').slice(0, 16);
  return join(dirname(filename), '.compiled', `${basename(filename)}-${hash}-${process.version}`);
}

function contentsOf(path) {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}

/** After an invocation, which is when most of what an instance ever calls has been compiled. */
function writeCompiledCode() {
  for (const [path, script] of unkept) {
    unkept.delete(path);
    try {
      writeWhole(path, script.createCachedData());
    } catch {
      // A folder that cannot be written to, or that has gone: the next instance compiles for itself.
    }
  }
}

/** Others that start meanwhile see all of it or nothing. */
function writeWhole(path, contents) {
  mkdirSync(dirname(path), { recursive: true });
  const unfinished = `${path}.${process.pid}-${threadId}`;
  writeFileSync(unfinished, contents);
  renameSync(unfinished, path);
}

module.exports = { keepCompiledCode, writeCompiledCode };

/* eslint-disable @typescript-eslint/no-require-imports -- workers load this file directly, without a compiler */
'use strict';
/**
 * Caches compiled code. V8 compiles each function of a bundle on its first call, which takes a third of a local cold
 * start, because all instances share the processors of one machine. The first instance stores its compiled code next to
 * the bundle, and the other instances load that code.
 */
const { createHash } = require('node:crypto');
const { mkdirSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const Module = require('node:module');
const { basename, dirname, join, relative } = require('node:path');
const { Script } = require('node:vm');
const { threadId } = require('node:worker_threads');

/** Scripts whose compiled code is not stored yet, keyed by the path of the file for the code. */
const unkept = new Map();

/** Makes `require` load the stored compiled code for files in `codeDir`. */
function keepCompiledCode(codeDir) {
  // Scripts with `import()` are excluded, because V8 does not restore the referrer of stored code.
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
    // Corrects the columns in stack traces by the length of the wrapper.
    columnOffset: -Module.wrapper[0].length,
  });
  // V8 checks only its version and the length of the source, so the file name contains a hash of the source.
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

/** Stores compiled code. Called after an invocation, when V8 has compiled most of the code that an instance uses. */
function writeCompiledCode() {
  for (const [path, script] of unkept) {
    unkept.delete(path);
    try {
      writeWhole(path, script.createCachedData());
    } catch {
      // The folder is read-only or was deleted. Later instances compile the code themselves.
    }
  }
}

/** Renames the complete file into place, so that instances that start at the same time never read a partial file. */
function writeWhole(path, contents) {
  mkdirSync(dirname(path), { recursive: true });
  const unfinished = `${path}.${process.pid}-${threadId}`;
  writeFileSync(unfinished, contents);
  renameSync(unfinished, path);
}

module.exports = { keepCompiledCode, writeCompiledCode };

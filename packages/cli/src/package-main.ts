#!/usr/bin/env node
import { engines } from '../../../package.json';
import { refusalOfNode } from '../../../scripts/ensure-node.mjs';

/**
 * The program of the package `carrier-nest`. It loads everything else only after the check of Node's version, because
 * npm installs the package on any version.
 */
const refusal = refusalOfNode(process.versions.node, engines.node);
if (refusal) {
  process.stderr.write(`${refusal}\n`);
  process.exitCode = 1;
} else void import('./main');

#!/usr/bin/env node
import { runCommandLine } from './command-line/run-command-line';
import { runProgram } from './command-line/run-program';

void runProgram(runCommandLine);

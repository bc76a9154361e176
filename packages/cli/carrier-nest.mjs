#!/usr/bin/env node
// Runs the command from its sources: `npx carrier-nest` in a clone.
import 'tsx';

await import('./src/main.ts');

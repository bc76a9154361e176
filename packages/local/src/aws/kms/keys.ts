import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import type { KeySpec } from '../../template/deployment';
import { AwsError } from '../stand-in';

export interface Key {
  id: string;
  arn: string;
  /** 32 bytes. */
  material: Buffer;
}

const materialBytes = 32;

const Materials = z.record(z.string(), z.base64());
type Materials = z.infer<typeof Materials>;

/** The template's keys. The data folder contains the key material. */
export class Keys {
  private readonly keys: Key[];

  constructor(specs: KeySpec[], file: string) {
    const materials = completeMaterials(specs, file);
    this.keys = specs.map(({ id, arn }) => ({
      id,
      arn,
      material: Buffer.from(materials[id] ?? '', 'base64'),
    }));
  }

  find(id: string): Key | undefined {
    return this.keys.find((key) => key.id === id);
  }

  /** Finds a key by id or ARN. Throws `AwsError('NotFoundException')` if the key does not exist. */
  expectKey(reference: string): Key {
    const key = this.keys.find(({ id, arn }) => reference === id || reference === arn);
    if (!key) throw new AwsError('NotFoundException', `Key '${reference}' does not exist`);
    return key;
  }
}

/**
 * Adds material for new keys. Keeps the material of keys that were removed from the template, because a later template
 * may restore them.
 */
function completeMaterials(specs: KeySpec[], file: string): Materials {
  const existing = existsSync(file) ? Materials.parse(JSON.parse(readFileSync(file, 'utf8'))) : {};
  const missing = specs.filter(({ id }) => existing[id] === undefined);
  if (missing.length === 0) return existing;

  const generated = missing.map(({ id }) => [id, randomBytes(materialBytes).toString('base64')] as const);
  const materials: Materials = { ...existing, ...Object.fromEntries(generated) };
  writeAtomically(file, materials);
  return materials;
}

/** Renames a complete file into place, so that killing the process during the write does not destroy existing keys. */
function writeAtomically(file: string, materials: Materials): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, JSON.stringify(materials), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

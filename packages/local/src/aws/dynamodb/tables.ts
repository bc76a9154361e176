import { z } from 'zod';
import type { TableSpec } from '../../template/deployment';

const KeySchema = z.array(z.object({ AttributeName: z.string(), KeyType: z.string() }));
const Indexes = z.array(z.object({ IndexName: z.string(), KeySchema })).default([]);
const Shape = z.object({ KeySchema, GlobalSecondaryIndexes: Indexes, LocalSecondaryIndexes: Indexes });

/** The ARNs and partition keys of the tables. */
export class Tables {
  private readonly shapes: Map<string, z.infer<typeof Shape>>;

  constructor(
    specs: TableSpec[],
    private readonly arnPrefix: string,
  ) {
    this.shapes = new Map(specs.map(({ name, create }) => [name, Shape.parse(create)]));
  }

  arn(table: unknown): string {
    return this.arnPrefix + tableName(String(table));
  }

  /** The partition key of the table or index; undefined if the table or index does not exist. */
  partitionKey(table: unknown, indexName?: unknown): string | undefined {
    const shape = this.shapes.get(tableName(String(table)));
    const indexes = [...(shape?.GlobalSecondaryIndexes ?? []), ...(shape?.LocalSecondaryIndexes ?? [])];
    const owner = indexName === undefined ? shape : indexes.find((index) => index.IndexName === indexName);
    return owner?.KeySchema.find(({ KeyType }) => KeyType === 'HASH')?.AttributeName;
  }
}

/** A request can name a table by its ARN. */
export function tableName(nameOrArn: string): string {
  return nameOrArn.startsWith('arn:') ? (nameOrArn.split('/')[1] ?? nameOrArn) : nameOrArn;
}

import { z } from 'zod';
import type { Cloud } from '../cloud';
import type { TableSpec } from '../deployment';

const KeySchema = z.array(z.object({ AttributeName: z.string(), KeyType: z.string() }));
// Throughput settings are ignored, because the engine counts capacity but does not limit it.
const Index = z.object({
  IndexName: z.string(),
  KeySchema,
  Projection: z.record(z.string(), z.unknown()),
});

const TableProperties = z.object({
  KeySchema,
  AttributeDefinitions: z.array(z.object({ AttributeName: z.string(), AttributeType: z.string() })),
  GlobalSecondaryIndexes: z.array(Index).optional(),
  LocalSecondaryIndexes: z.array(Index).optional(),
});

export function readTables(cloud: Cloud): TableSpec[] {
  return cloud.resources('AWS::DynamoDB::Table', 'AWS::DynamoDB::GlobalTable').map((resource) => {
    const name = cloud.name(resource);
    return {
      name,
      arn: cloud.arn(resource),
      create: { TableName: name, BillingMode: 'PAY_PER_REQUEST', ...cloud.read(resource, TableProperties) },
    };
  });
}

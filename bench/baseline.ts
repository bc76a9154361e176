import { build } from 'esbuild';
import { compilation, lambdaCredentials } from '../lib/bundling/bundles';

/** The source of a function that contains only the SDK clients and commands of the send function. */
export const sdkOfSend = `
import { ConditionalCheckFailedException, DynamoDBClient, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand, BatchWriteCommand, DynamoDBDocumentClient, GetCommand, PutCommand, QueryCommand, TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { SendEmailCommand, SESv2Client } from '@aws-sdk/client-sesv2';

export const clients = [DynamoDBDocumentClient.from(new DynamoDBClient({})), new SESv2Client({})];
export const used = [
  BatchGetCommand, BatchWriteCommand, GetCommand, PutCommand, QueryCommand, TransactWriteCommand, UpdateCommand,
  SendEmailCommand, ConditionalCheckFailedException, TransactionCanceledException,
];
export const handler = () => used;
`;

/** Bundles as lib/bundling/bundles.ts does, but removes only the credential chain from the SDK. */
export const bundleUnslimmed = (entry: string, outfile: string): Promise<unknown> =>
  build({
    ...compilation,
    entryPoints: [entry],
    outfile,
    alias: lambdaCredentials,
  });

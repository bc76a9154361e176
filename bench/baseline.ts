import { build } from 'esbuild';
import { compilation, lambdaCredentials } from '../lib/bundling/bundles';

/** The clients and commands that the send function uses, and nothing else. */
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

/** As lib/bundling/bundles.ts does it, but without leaving anything out of the SDK except its credential chain. */
export const bundleUnslimmed = (entry: string, outfile: string): Promise<unknown> =>
  build({
    ...compilation,
    entryPoints: [entry],
    outfile,
    alias: lambdaCredentials,
  });

/**
 * The engines look at the form of a signature only. DynamoDB Local takes an alphanumeric access key only; with
 * `-sharedDb` it has the same tables for every key.
 */
export const engineAuthorization =
  'AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0';

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkStandIn } from '../../packages/local/src/aws/models/check-stand-in';
import {
  AwsError,
  type AwsCall,
  type AwsRequest,
  type AwsResponse,
  type ServiceName,
  type StandIn,
} from '../../packages/local/src/aws/stand-in';
import { makeTempDir } from '../support/run/run-dir';

/**
 * These tests check requests and responses of one operation, `Put`, against small models, one for each protocol.
 * `npm run test:models` checks the whole service against the models of AWS.
 */
const shapes = {
  Input: {
    type: 'structure',
    required: ['Name', 'Size'],
    members: {
      Name: { shape: 'Name' },
      Size: { shape: 'Size' },
      Tags: { shape: 'Tags' },
      Kind: { shape: 'Kind' },
    },
  },
  RestInput: {
    type: 'structure',
    required: ['Name', 'Group'],
    members: {
      Name: { shape: 'Name', location: 'uri', locationName: 'Name' },
      Group: { shape: 'Name', location: 'querystring', locationName: 'group' },
      Version: { shape: 'Size', location: 'header', locationName: 'x-amz-version' },
      Tags: { shape: 'Tags' },
    },
  },
  XmlInput: {
    type: 'structure',
    members: { List: { shape: 'List' } },
    payload: 'List',
  },
  List: {
    type: 'structure',
    required: ['Items'],
    members: { Items: { shape: 'Names', locationName: 'Item', flattened: true }, Quiet: { shape: 'Flag' } },
  },
  Output: { type: 'structure', required: ['Id'], members: { Id: { shape: 'Name' }, At: { shape: 'Time' } } },
  Refused: { type: 'structure', error: { httpStatusCode: 409 } },
  Name: { type: 'string', min: 1, max: 5, pattern: '[a-z]*' },
  Names: { type: 'list', member: { shape: 'Name' }, max: 2 },
  Kind: { type: 'string', enum: ['a', 'b'] },
  Size: { type: 'integer', max: 9 },
  Flag: { type: 'boolean' },
  Time: { type: 'timestamp' },
  Tags: { type: 'map', key: { shape: 'Name' }, value: { shape: 'Bytes' } },
  Bytes: { type: 'blob', max: 2 },
};

const post = { method: 'POST', requestUri: '/' };
const put = { method: 'PUT', requestUri: '/items/{Name}' };
const query = { protocol: 'query' };

const models: Partial<Record<ServiceName, object>> = {
  sqs: modelOf({ protocol: 'json', targetPrefix: 'Jobs' }, post, 'Input'),
  scheduler: modelOf({ protocol: 'rest-json' }, put, 'RestInput'),
  s3: modelOf({ protocol: 'rest-xml' }, { ...post, requestUri: '/?delete' }, 'XmlInput'),
  sns: modelOf(query, post, 'Input', 'PutResult'),
};

function modelOf(metadata: object, http: object, input: string, resultWrapper?: string): object {
  const output = { shape: 'Output', resultWrapper };
  const Put = { name: 'Put', http, input: { shape: input }, output, errors: [{ shape: 'Refused' }] };
  return { metadata, operations: { Put }, shapes };
}

let dir: string;
let report: string;

beforeEach(() => {
  dir = makeTempDir();
  report = join(dir, 'report.txt');
  for (const [service, model] of Object.entries(models)) {
    mkdirSync(join(dir, service, '2020-01-01'), { recursive: true });
    writeFileSync(join(dir, service, '2020-01-01', 'service-2.json'), JSON.stringify(model));
  }
  writeFileSync(report, '');
  Object.assign(process.env, { AWS_MODELS: dir, AWS_MODELS_REPORT: report });
});

afterEach(() => {
  delete process.env['AWS_MODELS'];
  delete process.env['AWS_MODELS_REPORT'];
});

/** A service that gives the same answer to each request. */
class FixedStandIn implements StandIn {
  readonly operations = ['Put'];

  constructor(
    readonly service: ServiceName,
    private readonly answer: AwsResponse | AwsError,
  ) {}

  read(): AwsCall {
    return { service: this.service, operation: 'Put', target: '', needs: [], input: {} };
  }

  run(): Promise<AwsResponse> {
    return this.answer instanceof AwsError ? Promise.reject(this.answer) : Promise.resolve(this.answer);
  }

  renderError(error: AwsError): AwsResponse {
    return { status: error.status, body: JSON.stringify({ __type: `com.amazonaws#${error.code}` }) };
  }
}

const requestTo = (uri: string, body: string, overrides: Partial<AwsRequest> = {}): AwsRequest => {
  const [path = '', search] = uri.split('?');
  const request = { method: 'POST', path, query: new URLSearchParams(search), headers: {} };
  return { ...request, body: Buffer.from(body), ...overrides };
};

const jsonRequest = (input: object) =>
  requestTo('/', JSON.stringify(input), { headers: { 'x-amz-target': 'Jobs.Put' } });
const restRequest = (uri: string, input: object, headers: Record<string, string> = {}) =>
  requestTo(uri, JSON.stringify(input), { method: 'PUT', headers });
const xmlRequest = (uri: string, children: string) => requestTo(uri, `<List>${children}</List>`);
const formRequest = (fields: Record<string, string>) =>
  requestTo('/', new URLSearchParams({ Action: 'Put', Version: '2020', ...fields }).toString(), {
    headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
  });

const jsonAnswer = (output: object, status = 200): AwsResponse => ({ status, body: JSON.stringify(output) });
const xmlAnswer = (inner: string): AwsResponse => ({
  status: 200,
  headers: { 'content-type': 'text/xml' },
  body: `<PutResponse><PutResult>${inner}</PutResult></PutResponse>`,
});

/** Sends the request and returns the new lines of the report. */
async function findViolations(
  service: ServiceName,
  request: AwsRequest,
  answer: AwsResponse | AwsError,
): Promise<string[]> {
  const standIn = checkStandIn(new FixedStandIn(service, answer));
  try {
    await standIn.run(standIn.read(request), request);
  } catch (error) {
    if (!(error instanceof AwsError)) throw error;
    standIn.renderError(error, request);
  }
  return readFileSync(report, 'utf8').split('\n').filter(Boolean);
}

const validJson = { Name: 'a', Size: 1 };
const validAnswer = jsonAnswer({ Id: 'a' });
const validRest = restRequest('/items/a?group=b', {});

test.each<[ServiceName, AwsRequest, AwsResponse]>([
  ['sqs', jsonRequest({ ...validJson, Kind: 'b', Tags: { k: 'AAA=' } }), jsonAnswer({ Id: 'a', At: 1.5 })],
  [
    'scheduler',
    restRequest('/items/a?group=b&x-id=Put', { Tags: {} }, { 'x-amz-version': '3' }),
    validAnswer,
  ],
  ['s3', xmlRequest('/?delete', '<Item>a</Item><Item>b</Item>'), { status: 200, body: '<R><Id>a</Id></R>' }],
  ['sns', formRequest({ ...validJson, Size: '1', 'Tags.entry.1.key': 'k' }), xmlAnswer('<Id>a</Id>')],
])('a call of %s that follows its model is not reported', async (service, request, answer) => {
  expect(await findViolations(service, request, answer)).toEqual([]);
});

test.each<[string, object, string]>([
  ['a missing member', { Name: 'a' }, 'input.Size is missing'],
  ['an unknown member', { ...validJson, Color: 'red' }, 'input.Color is not in the model'],
  ['a value of another type', { ...validJson, Size: '1' }, 'input.Size is not of the type integer'],
  ['a number above the maximum', { ...validJson, Size: 10 }, 'input.Size is above the maximum of 9'],
  ['a text that is too short', { ...validJson, Name: '' }, 'input.Name is below the minimum of 1'],
  ['a text with other characters', { ...validJson, Name: 'a1' }, 'input.Name does not match its pattern'],
  ['an unknown enum value', { ...validJson, Kind: 'c' }, 'input.Kind has the unknown value c'],
  ['a key of a map', { ...validJson, Tags: { K: '' } }, 'input.Tags{key} does not match its pattern'],
  ['bytes that are not base64', { ...validJson, Tags: { k: '?' } }, 'input.Tags{} is not base64'],
])('%s in a request is reported', async (_, input, violation) => {
  expect(await findViolations('sqs', jsonRequest(input), validAnswer)).toEqual([`sqs Put ${violation}`]);
});

test('a target that is not the operation is reported', async () => {
  const request = requestTo('/', JSON.stringify(validJson), { headers: { 'x-amz-target': 'Jobs.Get' } });

  expect(await findViolations('sqs', request, validAnswer)).toEqual([
    'sqs Put x-amz-target is not the name of the operation',
  ]);
});

test.each<[string, AwsRequest, string]>([
  ['another path', restRequest('/things/a?group=b', {}), 'uri is not PUT /items/{Name}'],
  ['a missing parameter', restRequest('/items/a', {}), 'input.Group is missing'],
  ['an unknown parameter', restRequest('/items/a?group=b&q=1', {}), 'query.q is not in the model'],
  [
    'an unknown header',
    restRequest('/items/a?group=b', {}, { 'x-amz-color': 'red' }),
    'headers.x-amz-color is not in the model',
  ],
  [
    'a header of another type',
    restRequest('/items/a?group=b', {}, { 'x-amz-version': 'new' }),
    'input.Version is not of the type integer',
  ],
  [
    'a member in the body instead of the path',
    restRequest('/items/a?group=b', { Name: 'a' }),
    'input.body.Name is not in the model',
  ],
])('%s of a REST request is reported', async (_, request, violation) => {
  expect(await findViolations('scheduler', request, validAnswer)).toContain(`scheduler Put ${violation}`);
});

test.each<[string, ServiceName, AwsRequest, AwsResponse, string]>([
  ['a JSON response', 'sqs', jsonRequest(validJson), jsonAnswer({}), 'output.Id is missing'],
  [
    'a time as text',
    'sqs',
    jsonRequest(validJson),
    jsonAnswer({ Id: 'a', At: 'now' }),
    'output.At is not of the type timestamp',
  ],
  ['another status', 'scheduler', validRest, jsonAnswer({ Id: 'a' }, 201), 'status is 201 instead of 200'],
  [
    'an XML request',
    's3',
    xmlRequest('/?delete', '<Item>a</Item><Quiet>no</Quiet>'),
    { status: 200, body: '<R><Id>a</Id></R>' },
    'input.List.Quiet is not a boolean',
  ],
  [
    'a long XML list',
    's3',
    xmlRequest('/?delete', '<Item>a</Item>'.repeat(3)),
    { status: 200, body: '<R><Id>a</Id></R>' },
    'input.List.Item is above the maximum of 2',
  ],
  [
    'an XML response',
    's3',
    xmlRequest('/?delete', '<Item>a</Item>'),
    { status: 200, body: '<R><Id>a</Id><Ids/></R>' },
    'output.Ids is not in the model',
  ],
  [
    'a form',
    'sns',
    formRequest({ ...validJson, Size: 'x' }),
    xmlAnswer('<Id>a</Id>'),
    'input.Size is not of the type integer',
  ],
  [
    'an XML response to a form',
    'sns',
    formRequest({ ...validJson, Size: '1' }),
    xmlAnswer(''),
    'output.Id is missing',
  ],
])('a violation in %s is reported', async (_, service, request, answer, violation) => {
  expect(await findViolations(service, request, answer)).toEqual([`${service} Put ${violation}`]);
});

test.each<[string, AwsError, string[]]>([
  ['an error of the model', new AwsError('Refused', '', 409), []],
  ['an error of all operations', new AwsError('ThrottlingException', ''), []],
  ['an unknown error', new AwsError('Lost', ''), ['scheduler Put error Lost is not in the model']],
  [
    'an error with another status',
    new AwsError('Refused', ''),
    ['scheduler Put error Refused has the status 400 instead of 409'],
  ],
])('%s is checked', async (_, error, violations) => {
  expect(await findViolations('scheduler', validRest, error)).toEqual(violations);
});

test('each violation is reported once', async () => {
  await findViolations('sqs', jsonRequest({ Name: 'a' }), validAnswer);

  expect(await findViolations('sqs', jsonRequest({ Name: 'b' }), validAnswer)).toEqual([
    'sqs Put input.Size is missing',
  ]);
});

test('each checked request is listed, even if it violates the model', async () => {
  await findViolations('sqs', jsonRequest({ Name: 'a' }), validAnswer);

  expect(readFileSync(`${report}.requests`, 'utf8')).toBe('sqs Put\n');
});

test('without the variable AWS_MODELS, nothing is checked', () => {
  delete process.env['AWS_MODELS'];
  const standIn = new FixedStandIn('sqs', validAnswer);

  expect(checkStandIn(standIn)).toBe(standIn);
});

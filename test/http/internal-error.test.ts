import { refusalOf } from '../support/api-helpers';
import { useService } from '../support/use-service';

const service = useService();

afterEach(() => service.control('DELETE', '/faults'));

//
test.each([
  ['GET', '/v1/usage', 'A GET request changes nothing, so repeat it'],
  ['POST', '/v1/audiences', 'may have taken effect in part. Before you retry, check the current state'],
])(
  'after a fault of the service, the error of a %s says whether to repeat it',
  async (method, path, message) => {
    for (const operation of [
      'GetItem',
      'BatchGetItem',
      'Query',
      'UpdateItem',
      'PutItem',
      'TransactWriteItems',
    ])
      await service.control('POST', '/faults', {
        service: 'dynamodb',
        operation,
        error: 'AccessDeniedException',
      });

    const response = await service.api(method, path, method === 'GET' ? {} : { body: { name: 'Readers' } });

    expect(refusalOf(response)).toMatchObject({
      status: 500,
      type: 'internal_error',
      message: expect.stringContaining(message),
    });
  },
);

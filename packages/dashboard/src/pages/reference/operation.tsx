import { useParams } from 'wouter';
import { Command } from '../../parts/copy';
import { useCurlCommand } from '../../parts/curl';
import { DescriptionList } from '../../parts/description-list';
import { Page } from '../../parts/page';
import { EmptyState, QueryBoundary } from '../../parts/states';
import { Table } from '../../parts/table';
import {
  responsesOf,
  listOperations,
  parametersOf,
  scopesOf,
  describeType,
  useApiDocument,
  type ApiDocument,
  type Content,
  type Example,
  type LocatedOperation,
  type Operation,
} from './document';
import { InlineMarkdown } from './inline-markdown';
import { SchemaFields } from './schema-fields';

const back = { to: '/reference', label: 'API reference' };

/** One operation with its parameters, body and responses. */
export function OperationPage() {
  const { id } = useParams<{ id: string }>();
  const query = useApiDocument();
  const found =
    query.data && listOperations(query.data).find(({ operation }) => operation.operationId === id);
  return (
    <Page title={found?.operation.summary ?? id} back={back}>
      <QueryBoundary query={query}>
        {(document) =>
          found ? (
            <OperationDetails document={document} located={found} />
          ) : (
            <EmptyState title="Operation not found">
              The link may belong to another version of the service.
            </EmptyState>
          )
        }
      </QueryBoundary>
    </Page>
  );
}

interface OperationDetailsProps {
  document: ApiDocument;
  located: LocatedOperation;
}

function OperationDetails({ document, located: { method, path, operation } }: OperationDetailsProps) {
  const scopes = scopesOf(operation);
  return (
    <>
      <DescriptionList
        items={[
          ['Request', <code key="request">{`${method} ${path}`}</code>],
          ['Name', <code key="name">{operation.operationId}</code>],
          ['Scope', scopes.length > 0 ? scopes.join(' or ') : 'none'],
        ]}
      />
      <p>
        <InlineMarkdown description={operation.description} />
      </p>
      <Parameters document={document} operation={operation} />
      <RequestBody document={document} located={{ method, path, operation }} />
      <Responses document={document} operation={operation} />
    </>
  );
}

interface OperationProps {
  document: ApiDocument;
  operation: Operation;
}

function Parameters({ document, operation }: OperationProps) {
  const parameters = parametersOf(document, operation);
  if (parameters.length === 0) return null;
  return (
    <section>
      <h2>Parameters</h2>
      <Table caption="Parameters" columns={[{ label: 'Name' }, { label: 'In' }, { label: 'Description' }]}>
        {parameters.map((parameter) => (
          <tr key={parameter.name}>
            <th scope="row">
              <code>{parameter.name}</code>
            </th>
            <td>{parameter.in}</td>
            <td className="prose">
              <InlineMarkdown description={parameter.description} />{' '}
              <small>{describeType(parameter.schema)}</small>
            </td>
          </tr>
        ))}
      </Table>
    </section>
  );
}

function RequestBody({ document, located: { method, path, operation } }: OperationDetailsProps) {
  const buildCurl = useCurlCommand();
  const jsonContent = operation.requestBody?.content['application/json'];
  if (!jsonContent?.schema) return null;
  const examples = Object.entries(jsonContent.examples ?? {});
  return (
    <section>
      <h2>Body</h2>
      <SchemaFields document={document} schema={jsonContent.schema} name="the request body" />
      {examples.map(([name, { summary, value }]) => (
        <details key={name}>
          <summary>{summary ?? name}</summary>
          {method === 'POST' ? (
            <Command text={buildCurl('POST', path, value)} />
          ) : (
            <Command text={formatJson(value)} itemLabel="example" />
          )}
        </details>
      ))}
    </section>
  );
}

function Responses({ document, operation }: OperationProps) {
  const responses = responsesOf(document, operation);
  const errorResponses = responses.filter(({ status }) => !status.startsWith('2'));
  return (
    <>
      {responses
        .filter(({ status }) => status.startsWith('2'))
        .map(({ status, content }) => (
          <SuccessResponse key={status} document={document} status={status} content={content} />
        ))}
      <section>
        <h2>Errors</h2>
        <Table caption="Errors" columns={[{ label: 'Status' }, { label: 'When' }]}>
          {errorResponses.map(({ status, description }) => (
            <tr key={status}>
              <th scope="row">{status}</th>
              <td className="prose">
                {description.split('\n\n').map((reason) => (
                  <p key={reason}>
                    <InlineMarkdown description={reason} />
                  </p>
                ))}
              </td>
            </tr>
          ))}
        </Table>
      </section>
    </>
  );
}

interface SuccessResponseProps {
  document: ApiDocument;
  status: string;
  content: Content | undefined;
}

function SuccessResponse({ document, status, content }: SuccessResponseProps) {
  const { schema, examples = {} } = content?.['application/json'] ?? {};
  return (
    <section>
      <h2>Response {status}</h2>
      {schema ? (
        <SchemaFields document={document} schema={schema} name={`response ${status}`} />
      ) : (
        <p>The content of a file.</p>
      )}
      <Examples examples={examples} />
    </section>
  );
}

const Examples = ({ examples }: { examples: Record<string, Example> }) =>
  Object.entries(examples).map(([name, { summary, value }]) => (
    <details key={name}>
      <summary>{summary ?? name}</summary>
      <Command text={formatJson(value)} itemLabel="example" />
    </details>
  ));

const formatJson = (value: unknown): string => JSON.stringify(value, null, 2);

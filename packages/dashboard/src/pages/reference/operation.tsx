import { useParams } from 'wouter';
import { Command } from '../../parts/copy';
import { useCurl } from '../../parts/curl';
import { Facts } from '../../parts/facts';
import { Page } from '../../parts/page';
import { Empty, Loaded } from '../../parts/states';
import { Table } from '../../parts/table';
import {
  answersOf,
  operationsIn,
  parametersOf,
  scopesOf,
  typeOf,
  useDocument,
  type ApiDocument,
  type Content,
  type Example,
  type Located,
  type Operation,
} from './document';
import { Said } from './said';
import { Shape } from './shape';

const back = { to: '/reference', says: 'Reference' };

/** One operation: what it takes and answers. */
export function OperationPage() {
  const { id } = useParams<{ id: string }>();
  const query = useDocument();
  const found = query.data && operationsIn(query.data).find(({ operation }) => operation.operationId === id);
  return (
    <Page title={found?.operation.summary ?? id} back={back}>
      <Loaded query={query}>
        {(document) =>
          found ? (
            <Described document={document} located={found} />
          ) : (
            <Empty title="No such operation">The service may be of another version than the link.</Empty>
          )
        }
      </Loaded>
    </Page>
  );
}

interface DescribedProps {
  document: ApiDocument;
  located: Located;
}

function Described({ document, located: { method, path, operation } }: DescribedProps) {
  const scopes = scopesOf(operation);
  return (
    <>
      <Facts
        of={[
          ['Request', <code key="request">{`${method} ${path}`}</code>],
          ['Name', <code key="name">{operation.operationId}</code>],
          ['Scope', scopes.length > 0 ? scopes.join(' or ') : 'none'],
        ]}
      />
      <p>
        <Said text={operation.description} />
      </p>
      <Parameters document={document} operation={operation} />
      <Takes document={document} located={{ method, path, operation }} />
      <Answers document={document} operation={operation} />
    </>
  );
}

interface Part {
  document: ApiDocument;
  operation: Operation;
}

function Parameters({ document, operation }: Part) {
  const parameters = parametersOf(document, operation);
  if (parameters.length === 0) return null;
  return (
    <section>
      <h2>Parameters</h2>
      <Table caption="Parameters" columns={[{ says: 'Name' }, { says: 'In' }, { says: 'What it is' }]}>
        {parameters.map((parameter) => (
          <tr key={parameter.name}>
            <th scope="row">
              <code>{parameter.name}</code>
            </th>
            <td>{parameter.in}</td>
            <td className="prose">
              <Said text={parameter.description} /> <small>{typeOf(parameter.schema)}</small>
            </td>
          </tr>
        ))}
      </Table>
    </section>
  );
}

function Takes({ document, located: { method, path, operation } }: DescribedProps) {
  const curl = useCurl();
  const json = operation.requestBody?.content['application/json'];
  if (!json?.schema) return null;
  const examples = Object.entries(json.examples ?? {});
  return (
    <section>
      <h2>Body</h2>
      <Shape document={document} schema={json.schema} name="the body" />
      {examples.map(([name, { summary, value }]) => (
        <details key={name}>
          <summary>{summary ?? name}</summary>
          {method === 'POST' ? (
            <Command text={curl('POST', path, value as object)} />
          ) : (
            <Command text={indented(value)} what="an example" />
          )}
        </details>
      ))}
    </section>
  );
}

function Answers({ document, operation }: Part) {
  const answers = answersOf(document, operation);
  const refusals = answers.filter(({ status }) => !status.startsWith('2'));
  return (
    <>
      {answers
        .filter(({ status }) => status.startsWith('2'))
        .map(({ status, content }) => (
          <Answer key={status} document={document} status={status} content={content} />
        ))}
      <section>
        <h2>Refusals</h2>
        <Table caption="Refusals" columns={[{ says: 'Status' }, { says: 'When' }]}>
          {refusals.map(({ status, description }) => (
            <tr key={status}>
              <th scope="row">{status}</th>
              <td className="prose">
                {description.split('\n\n').map((reason) => (
                  <p key={reason}>
                    <Said text={reason} />
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

interface AnswerProps {
  document: ApiDocument;
  status: string;
  content: Content | undefined;
}

function Answer({ document, status, content }: AnswerProps) {
  const { schema, examples = {} } = content?.['application/json'] ?? {};
  return (
    <section>
      <h2>Answer {status}</h2>
      {schema ? (
        <Shape document={document} schema={schema} name={`the answer ${status}`} />
      ) : (
        <p>The bytes of a file.</p>
      )}
      <Examples examples={examples} />
    </section>
  );
}

const Examples = ({ examples }: { examples: Record<string, Example> }) =>
  Object.entries(examples).map(([name, { summary, value }]) => (
    <details key={name}>
      <summary>{summary ?? name}</summary>
      <Command text={indented(value)} what="an example" />
    </details>
  ));

const indented = (value: unknown): string => JSON.stringify(value, null, 2);

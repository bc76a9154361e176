import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Choice, Field } from '../../parts/field';
import { Form, type Entered } from '../../parts/form';
import { Page } from '../../parts/page';
import { Empty, Failure, Loaded } from '../../parts/states';
import { Table } from '../../parts/table';
import { useToast } from '../../parts/toast';
import { control, type Fault } from '../../service/control';

/** Makes AWS calls fail, wait, or kill who makes them: what happens on AWS once in a while, on order. */
export function Faults() {
  const query = useQuery({ queryKey: ['faults'], queryFn: control.faults, refetchInterval: 5_000 });
  return (
    <Page
      title="Faults"
      lead="AWS calls fail once in a while. Here they do when you say so, and you see what the service makes of it."
      actions={query.data && query.data.data.length > 0 && <Clear />}
    >
      <Loaded query={query}>
        {({ data, services }) => (
          <>
            {data.length > 0 ? (
              <Rows faults={data} />
            ) : (
              <Empty title="Nothing is made to fail">Order a failure below, then do what meets it.</Empty>
            )}
            <Order services={services} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

const columns = [
  { says: 'Call' },
  { says: 'What happens' },
  { says: 'How often', width: 'slim' },
  { says: 'To whom', isMinor: true },
] as const;

function Rows({ faults }: { faults: readonly Fault[] }) {
  return (
    <Table caption="Ordered failures" columns={columns}>
      {faults.map((fault) => (
        <tr key={fault.id}>
          <th scope="row">
            {fault.service}.{fault.operation}
          </th>
          <td>{effectOf(fault)}</td>
          <td>{fault.times === null ? 'Always' : `${fault.times} more`}</td>
          <td className="minor">{fault.function ?? 'Every function'}</td>
        </tr>
      ))}
    </Table>
  );
}

function effectOf({ error, applied, crash, delay_ms, skip }: Fault): string {
  const effects = [
    ...(delay_ms > 0 ? [`waits ${delay_ms} ms`] : []),
    ...(error ? [`${error}${applied ? ', although it was done' : ''}`] : []),
    ...(crash ? [`the function dies ${crash} it`] : []),
    ...(skip > 0 ? [`after ${skip} that pass`] : []),
  ];
  return effects.join(', ');
}

function Clear() {
  const queries = useQueryClient();
  const say = useToast();
  const clear = useMutation({
    mutationFn: control.clearFaults,
    onSuccess: async () => {
      say('Nothing is made to fail any more.');
      await queries.invalidateQueries({ queryKey: ['faults'] });
    },
    onError: (error) => say(error.message),
  });
  return (
    <button type="button" onClick={() => clear.mutate()} disabled={clear.isPending}>
      Clear all
    </button>
  );
}

const kinds = [
  ['error', 'It fails'],
  ['applied', 'It is done, and the answer is lost'],
  ['before', 'The function dies before it'],
  ['after', 'The function dies after it'],
  ['delay', 'It takes long'],
] as const;

const pairsOf = (names: readonly string[]) => names.map((name) => [name, name] as const);

/** The one that people wonder about first. */
const usual = 'SendEmail';

function Order({ services }: { services: Record<string, string[]> }) {
  const names = Object.keys(services).sort();
  const [service, setService] = useState(names.includes('sesv2') ? 'sesv2' : (names[0] ?? ''));
  const queries = useQueryClient();
  const order = useMutation({
    mutationFn: (entered: Entered) => control.addFault(faultOf(entered, service)),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['faults'] }),
  });
  return (
    <section aria-labelledby="order">
      <h2 id="order">Order a failure</h2>
      <Form action="Order it" isBusy={order.isPending} onSubmit={(entered) => order.mutate(entered)}>
        <div className="pair">
          <Choice label="Service" options={pairsOf(names)} value={service} onChange={setService} />
          <Choice
            key={service}
            label="Call"
            name="operation"
            defaultValue={usual}
            options={pairsOf(services[service] ?? [])}
          />
          <Choice label="What happens" name="kind" options={kinds} />
          <Details />
        </div>
      </Form>
      {order.error && <Failure error={order.error} />}
    </section>
  );
}

const Details = () => (
  <>
    <Field label="Error" name="error" defaultValue="ServiceUnavailable" hint="Where it fails" />
    <Field
      label="Wait, ms"
      name="delay"
      type="number"
      min={0}
      defaultValue={2_000}
      hint="Where it takes long"
    />
    <Field
      label="How often"
      name="times"
      type="number"
      min={1}
      defaultValue={1}
      hint="Empty: until cleared"
    />
    <Field label="Function" name="function" placeholder="sendEmail" hint="A part of its name. Empty: all" />
  </>
);

function faultOf(entered: Entered, service: string): object {
  const [kind, times, by] = [entered.text('kind'), entered.text('times'), entered.text('function')];
  return {
    service,
    operation: entered.text('operation'),
    ...((kind === 'error' || kind === 'applied') && { error: entered.text('error') }),
    ...(kind === 'applied' && { applied: true }),
    ...((kind === 'before' || kind === 'after') && { crash: kind }),
    ...(kind === 'delay' && { delay_ms: Number(entered.text('delay')) }),
    ...(times && { times: Number(times) }),
    ...(by && { function: by }),
  };
}

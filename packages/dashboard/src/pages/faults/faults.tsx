import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { SelectField, InputField } from '../../parts/field';
import { Form, type FormValues } from '../../parts/form';
import { Page } from '../../parts/page';
import { EmptyState, ErrorMessage, QueryBoundary } from '../../parts/states';
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
      actions={query.data && query.data.data.length > 0 && <ClearFaultsButton />}
    >
      <QueryBoundary query={query}>
        {({ data, services }) => (
          <>
            {data.length > 0 ? (
              <FaultTable faults={data} />
            ) : (
              <EmptyState title="Nothing is made to fail">
                Order a failure below, then do what meets it.
              </EmptyState>
            )}
            <AddFault services={services} />
          </>
        )}
      </QueryBoundary>
    </Page>
  );
}

const columns = [
  { label: 'Call' },
  { label: 'What happens' },
  { label: 'How often', width: 'slim' },
  { label: 'To whom', isMinor: true },
] as const;

function FaultTable({ faults }: { faults: readonly Fault[] }) {
  return (
    <Table caption="Ordered failures" columns={columns}>
      {faults.map((fault) => (
        <tr key={fault.id}>
          <th scope="row">
            {fault.service}.{fault.operation}
          </th>
          <td>{describeEffect(fault)}</td>
          <td>{fault.times === null ? 'Always' : `${fault.times} more`}</td>
          <td className="minor">{fault.function ?? 'Every function'}</td>
        </tr>
      ))}
    </Table>
  );
}

function describeEffect({ error, applied, crash, delay_ms, skip }: Fault): string {
  const effects = [
    ...(delay_ms > 0 ? [`waits ${delay_ms} ms`] : []),
    ...(error ? [`${error}${applied ? ', although it was done' : ''}`] : []),
    ...(crash ? [`the function dies ${crash} it`] : []),
    ...(skip > 0 ? [`after ${skip} that pass`] : []),
  ];
  return effects.join(', ');
}

function ClearFaultsButton() {
  const queryClient = useQueryClient();
  const showToast = useToast();
  const clear = useMutation({
    mutationFn: control.clearFaults,
    onSuccess: async () => {
      showToast('Nothing is made to fail any more.');
      await queryClient.invalidateQueries({ queryKey: ['faults'] });
    },
    onError: (error) => showToast(error.message),
  });
  return (
    <button type="button" onClick={() => clear.mutate()} disabled={clear.isPending}>
      Clear all
    </button>
  );
}

const faultKinds = [
  ['error', 'It fails'],
  ['applied', 'It is done, and the answer is lost'],
  ['before', 'The function dies before it'],
  ['after', 'The function dies after it'],
  ['delay', 'It takes long'],
] as const;

const toOptions = (names: readonly string[]) => names.map((name) => [name, name] as const);

/** The one that people wonder about first. */
const defaultOperation = 'SendEmail';

function AddFault({ services }: { services: Record<string, string[]> }) {
  const names = Object.keys(services).sort();
  const [service, setService] = useState(names.includes('sesv2') ? 'sesv2' : (names[0] ?? ''));
  const queryClient = useQueryClient();
  const addFault = useMutation({
    mutationFn: (formValues: FormValues) => control.addFault(readFault(formValues, service)),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['faults'] }),
  });
  return (
    <section aria-labelledby="order">
      <h2 id="order">Order a failure</h2>
      <Form
        submitLabel="Order it"
        isBusy={addFault.isPending}
        onSubmit={(formValues) => addFault.mutate(formValues)}
      >
        <div className="pair">
          <SelectField label="Service" options={toOptions(names)} value={service} onChange={setService} />
          <SelectField
            key={service}
            label="Call"
            name="operation"
            defaultValue={defaultOperation}
            options={toOptions(services[service] ?? [])}
          />
          <SelectField label="What happens" name="kind" options={faultKinds} />
          <FaultDetailFields />
        </div>
      </Form>
      {addFault.error && <ErrorMessage error={addFault.error} />}
    </section>
  );
}

const FaultDetailFields = () => (
  <>
    <InputField label="Error" name="error" defaultValue="ServiceUnavailable" hint="Where it fails" />
    <InputField
      label="Wait, ms"
      name="delay"
      type="number"
      min={0}
      defaultValue={2_000}
      hint="Where it takes long"
    />
    <InputField
      label="How often"
      name="times"
      type="number"
      min={1}
      defaultValue={1}
      hint="Empty: until cleared"
    />
    <InputField
      label="Function"
      name="function"
      placeholder="sendEmail"
      hint="A part of its name. Empty: all"
    />
  </>
);

function readFault(formValues: FormValues, service: string): object {
  const [kind, times, functionName] = [
    formValues.text('kind'),
    formValues.text('times'),
    formValues.text('function'),
  ];
  return {
    service,
    operation: formValues.text('operation'),
    ...((kind === 'error' || kind === 'applied') && { error: formValues.text('error') }),
    ...(kind === 'applied' && { applied: true }),
    ...((kind === 'before' || kind === 'after') && { crash: kind }),
    ...(kind === 'delay' && { delay_ms: Number(formValues.text('delay')) }),
    ...(times && { times: Number(times) }),
    ...(functionName && { function: functionName }),
  };
}

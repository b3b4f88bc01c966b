/**
 * What Swagger UI does differently for us: errors are folded away, and an id that an answer has shown stands in the
 * path of the operations that come next, so that each can be tried as it is offered. A plugin as Swagger UI takes it.
 */

interface React {
  createElement(type: unknown, props: object | null, ...children: unknown[]): unknown;
  useState<T>(initial: T): [T, (value: T) => void];
}
interface System {
  React: React;
  specActions: {
    changeParam(
      pathMethod: [string, string],
      name: string,
      place: string,
      value: string,
      isXml: boolean,
    ): void;
  };
}
interface ResponseProps {
  code: string;
  response: { get(name: string): string };
}
interface Answer {
  ok?: boolean;
  status?: number;
  text?: string;
}
type SetResponse = (path: string, method: string, answer: Answer) => unknown;

/** A response of the list: an error shows its description and opens on a click. */
const foldErrors =
  (Original: unknown, { React }: System) =>
  (props: ResponseProps) => {
    const [isOpen, setOpen] = React.useState(false);
    if (!/^[345]/.test(props.code) || isOpen) return React.createElement(Original, props);
    const open = React.createElement(
      'button',
      { type: 'button', className: 'fold', onClick: () => setOpen(true), 'aria-label': `Show ${props.code}` },
      '▸ ',
      props.response.get('description').replace(/`/g, ''),
    );
    return React.createElement(
      'tr',
      { className: 'response folded', 'data-code': props.code },
      React.createElement('td', { className: 'response-col_status' }, props.code),
      React.createElement('td', { className: 'response-col_description', colSpan: 2 }, open),
    );
  };

/** The id of what an answer shows: of a single resource, or of the first of a list. */
function shownId(text: string | undefined): string | undefined {
  try {
    const shown = JSON.parse(text ?? '');
    const id: unknown = shown.id ?? shown.data?.[0]?.id;
    return typeof id === 'string' ? id : undefined;
  } catch {
    return undefined;
  }
}

const METHODS = ['get', 'patch', 'delete'];
/** Which path an answer's id belongs to. */
const RESOURCES: Readonly<Record<string, string>> = {
  '/api/playgrounds': '/api/playgrounds/{id}',
  '/api/tests': '/api/tests/{id}',
  '/api/tests/execute': '/api/tests/{id}',
  '/api/keys': '/api/keys/{id}',
};

function playgroundsDocs() {
  return {
    wrapComponents: { response: foldErrors },
    statePlugins: {
      spec: {
        wrapActions: {
          setResponse:
            (original: SetResponse, { specActions }: System): SetResponse =>
            (path, method, answer) => {
              const resource = RESOURCES[path];
              const id = shownId(answer.text);
              if (resource !== undefined && id !== undefined && (answer.status ?? 500) < 300)
                for (const one of METHODS) specActions.changeParam([resource, one], 'id', 'path', id, false);
              return original(path, method, answer);
            },
        },
      },
    },
  };
}

Object.assign(window, { playgroundsDocs });

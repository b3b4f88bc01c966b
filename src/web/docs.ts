/** Starts Swagger UI within our page, with programs that call each operation. */
import SwaggerUI from '@fastify/swagger-ui/static/swagger-ui-bundle.js';
import { currentTheme, rememberTheme } from './lib/theme-switch.ts';

const TEXTS = {
  loading: 'Loading…',
  failed: 'The OpenAPI document cannot be loaded. Reload the page.',
  about: 'About this API',
  operations: 'Operations',
  body: 'Request body',
  contentType: 'Content type',
  example: 'Example',
  value: 'Value',
  code: 'Code',
  language: 'Language',
};

interface React {
  Fragment: unknown;
  createElement(type: unknown, props: object | null, ...children: unknown[]): unknown;
  useState<T>(initial: T): [T, (value: T) => void];
}
interface System {
  React: React;
}
interface LayoutProps {
  getComponent(name: string, container: boolean): unknown;
  specSelectors: { loadingStatus(): string };
}
interface ParametersProps {
  operation: { get(name: string): string };
}
interface Sample {
  title: string;
  code: string;
}

/** Puts programs that call an operation below its parameters; they are loaded when their heading is opened. */
const addSamples =
  (Original: unknown, { React: { createElement: h, useState, Fragment } }: System) =>
  (props: ParametersProps) => {
    const [samples, setSamples] = useState<Sample[]>([]);
    const [shown, setShown] = useState(0);
    const load = async () => {
      const response = await fetch(`/docs/samples/${props.operation.get('operationId')}`);
      setSamples(response.ok ? (await response.json()).data : []);
    };
    const options = samples.map(({ title }, index) => h('option', { key: title, value: index }, title));
    const onChange = ({ target }: { target: HTMLSelectElement }) => setShown(Number(target.value));
    return h(
      Fragment,
      null,
      h(Original, props),
      h(
        'details',
        { className: 'samples', onToggle: () => void (samples.length === 0 && load()) },
        h('summary', null, TEXTS.code),
        h('select', { 'aria-label': TEXTS.language, value: shown, onChange }, ...options),
        h('pre', { tabIndex: 0 }, samples[shown]?.code ?? TEXTS.loading),
      ),
    );
  };

/** Layout of Swagger UI within our page, which has the main landmark and the first heading. */
const layout =
  ({ React: { createElement: h } }: System) =>
  ({ getComponent, specSelectors }: LayoutProps) => {
    const part = (name: string) => h(getComponent(name, true), null);
    const status = specSelectors.loadingStatus();
    if (status !== 'success')
      return h('p', { role: 'status' }, TEXTS[status === 'failed' ? 'failed' : 'loading']);
    return h(
      'div',
      { className: 'swagger-ui' },
      part('SvgAssets'),
      h('details', { className: 'about' }, h('summary', null, TEXTS.about), part('InfoContainer')),
      h('div', { className: 'schemes' }, part('AuthorizeBtnContainer')),
      h('h2', { className: 'only-read' }, TEXTS.operations),
      part('operations'),
      part('Models'),
    );
  };

/** Renders the path of an operation without a link: it is inside a button, which must not contain links. */
const noLink =
  (_Original: unknown, { React: { createElement: h } }: System) =>
  ({ text }: { text: string }) =>
    h('span', null, text);

/** Accessible names for fields that Swagger UI leaves unnamed. */
const LABELS = {
  '.body-param__text': TEXTS.body,
  '.content-type': TEXTS.contentType,
  '.examples-select-element': TEXTS.example,
  '.parameters input, .parameters select, .auth-container input': TEXTS.value,
};

function nameFields(): void {
  for (const [selector, label] of Object.entries(LABELS))
    for (const field of document.querySelectorAll(`#docs :is(${selector}):not([aria-label])`))
      field.setAttribute('aria-label', field.getAttribute('placeholder') || label);
  // Scrollable texts must be reachable by keyboard.
  for (const text of document.querySelectorAll<HTMLElement>('#docs pre.microlight:not([tabindex])'))
    text.tabIndex = 0;
}

const playgroundsDocs = (system: System) => ({
  components: { PlaygroundsLayout: layout(system) },
  wrapComponents: { parameters: addSamples, DeepLink: noLink },
});

SwaggerUI({
  dom_id: '#docs',
  url: '/openapi.json',
  layout: 'PlaygroundsLayout',
  plugins: [playgroundsDocs],
  tryItOutEnabled: true,
  displayRequestDuration: true,
  validatorUrl: null,
  deepLinking: true,
});

const docs = document.querySelector('#docs');
if (docs !== null) new MutationObserver(nameFields).observe(docs, { childList: true, subtree: true });

// Swagger UI enables its dark colours by a class.
const followTheme = () => {
  const { classList } = document.documentElement;
  classList.remove('dark-mode'); // currentTheme() would read the class as dark
  classList.toggle('dark-mode', currentTheme() === 'dark');
};
followTheme();
document.querySelector('#other-theme')?.addEventListener('change', followTheme);
rememberTheme(); // after followTheme, which removes the class of the theme before
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', followTheme);

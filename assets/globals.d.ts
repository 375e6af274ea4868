/** What Dash brings into the page's window, as far as the scripts use it. */

interface HookedReact {
  createElement(tag: string, properties: object | null, ...children: unknown[]): object;
  useRef<Value = Element>(value: null): { current: Value };
  useLayoutEffect(effect: () => void | (() => void), depends?: unknown[]): void;
}
declare var React: HookedReact;

declare var dash_clientside: { set_props(id: string, properties: Record<string, unknown>): void };
/** Its members come and go with Dash's versions. */
declare var dash_component_api: { stringifyId?: (id: unknown) => string };

interface PlotlyLibrary {
  react(cell: HTMLElement, data: object[], layout: object, config: object): Promise<HTMLElement>;
  purge(cell: HTMLElement): void;
  downloadImage(figure: Element, options: object): void;
}
/** It comes with the first figure that Dash shows, from that address. */
declare var Plotly: PlotlyLibrary | undefined;
declare var _dashPlotlyJSURL: string | undefined;

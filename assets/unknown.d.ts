/** What comes from outside is of no known type until a script says which: in place of the `any` of the libraries. */

interface JSON {
  parse(text: string): unknown;
}
interface Body {
  json(): Promise<unknown>;
}

/** Why a command cannot be carried out, in one line for the operator. Nothing was changed. */
export class Refusal extends Error {
  override name = 'Refusal';
}

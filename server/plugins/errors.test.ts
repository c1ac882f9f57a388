import { afterAll, beforeAll, expect, it } from 'vitest';
import { errorBody, errorKinds, errorTextsFil } from '../../protocol/index.ts';
import { openApi } from '../testing/api.ts';

let api: Awaited<ReturnType<typeof openApi>>;
beforeAll(async () => {
  api = await openApi();
});
afterAll(() => api.close());

it.each([
  ['fil-PH,fil;q=0.9,en;q=0.8', 'fil', errorTextsFil.invalid_credentials],
  ['tl', 'fil', errorTextsFil.invalid_credentials],
  ['en-GB', 'en-US', errorKinds.invalid_credentials.message],
  ['ja', 'en-US', errorKinds.invalid_credentials.message],
])('says what went wrong in the language that is asked for: %s', async (wished, language, words) => {
  const answer = await api.app.inject({
    method: 'POST',
    url: '/api/v1/auth/login',
    headers: { 'accept-language': wished },
    payload: { email: 'nobody@example.test', password: 'isang mahabang password' },
  });
  expect(answer.headers['content-language']).toBe(language);
  expect(errorBody.parse(answer.json())).toMatchObject({ code: 'invalid_credentials', message: words });
});

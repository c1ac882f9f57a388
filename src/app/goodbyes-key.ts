/** Where goodbyes to strangers wait that no server has heard yet (features/strangers/goodbyes.ts). */
export const GOODBYES_KEY = 'tambay.goodbyes';

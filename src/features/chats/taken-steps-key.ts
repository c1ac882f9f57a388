/** Local storage: of each member who has signed in here, the first steps that leave no trace in the tables. */
export const TAKEN_STEPS_KEY = 'tambay.firstSteps';

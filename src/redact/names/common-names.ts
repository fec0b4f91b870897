/** Names that are common words as well, in small letters. */
export const COMMON_NAMES: ReadonlySet<string> = new Set(
  `ace amber angel april art ash august autumn basil bee belle bill blue bob bonnie brook buck bud buddy carol
  case cat chance charity chase cherry chip christian chuck clay cliff cole colt coral crystal daisy dale dan
  dawn dean dee dell destiny diamond dick don dot drew duke earl earnest eve faith fern flora florence ford
  forest frank gale gene ginger glen glory goldie grace grant guy hank happy harmony harry hazel heather heaven
  holly honor hope hunter iris ivory ivy jack jade jasmine jay jean jersey jet jewel jimmy job john josh joy
  june justice kay king lane lark laurel lee lily lou love lucky mack major march mark marsh mason matt max may
  mercy mike miles minty misty monday neat nick norm opal olive page paige pansy pat patience pearl penny pepper
  pierce piper poppy prince queen ray red reed rich ridge river rob robin rocky rod roger rose ruby rusty sage
  sam sandy savannah scarlet scout serenity sky smith sol star sterling stone storm sue summer sunny tab teddy
  temple terry tom trace tracy trip troy true tucker van vic victor violet wade ward wendy west will willow wolf
  woody young
  вера надежда любовь слава роман майя роза лилия марина виктор герман лев клим мира света зоя рада воля мир
  віра надія роман слава лев злата світлана
  claire marine rose pierre olivier constant franc blanche marguerite prudence
  rosa luz paz mar consuelo dolores angeles pilar sol soledad victoria blanca mercedes esperanza
  stern engel ernst wolf frank rose heide linde`
    .split(/\s+/)
    .filter((name) => name !== ''),
)

import fc from 'fast-check'
import { rmSync } from 'node:fs'
import { openStore } from '../../src/engine/store/openStore.ts'
rmSync('/tmp/st/d2',{recursive:true,force:true})
const store=await openStore({folder:'/tmp/st/d2'})
const indexed=new Promise(r=>store.onIndexed(b=>{console.log('indexed');r(0)}))
await store.append({environmentId:'s',verdict:'valid',secretId:null,answeredStatus:200,request:{method:'POST',target:'/',httpVersion:'1.1',headers:[],trailers:[],body:Buffer.from('{"note":"alpha"}'),truncated:false,size:1,contentLength:1,receivedAt:1,peer:{address:'',port:1}}})
for(let k=0;k<2;k++){let i=0;
const t=performance.now()
await fc.assert(fc.asyncProperty(fc.string({unit:'binary',maxLength:60}), async q=>{ i++; if((await store.list({limit:10,q})).items.length>1) throw new Error('x') }),{numRuns:200}).catch(e=>console.log(String(e).slice(0,600)))
console.log('phase',k,i,performance.now()-t,store.indexBehind())
await indexed
}
await store.close()
